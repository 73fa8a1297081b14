import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import type { Storage } from '#core/storage.ts';
import { NOON } from './builders.ts';

/** The rules of a shop that were never changed, with some other values. */
export const rulesWith = (values: Partial<RuleValues> = {}): ShopRulesQueries => ({
  get: async () => ({ ...ShopRules.initial(NOON), ...values }),
});

/** Changes the rules of a storage. */
export const setRules = (
  { unitOfWork }: Pick<Storage, 'unitOfWork'>,
  values: Partial<RuleValues>,
): Promise<ShopRules> =>
  unitOfWork.run(async (tx) => {
    const before = await tx.shopRules.get();
    const after = ShopRules.change(before, { ...ShopRules.valuesOf(before), ...values }, NOON);
    await tx.shopRules.save(after);
    return after;
  });
