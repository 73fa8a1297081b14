import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopRulesQueries, ShopTx } from '../ports.ts';
import type { RuleValues } from '../rules.ts';
import { ShopRules } from '../shop-rules.ts';

type Deps = Readonly<{ unitOfWork: UnitOfWork<ShopTx>; queries: ShopRulesQueries; clock: BusinessClock }>;

/** Gives the rules their first values, unless an earlier start did. @returns the rules that are in force. */
export const seedRules = async ({ unitOfWork, queries, clock }: Deps, values: RuleValues): Promise<ShopRules> => {
  const stored = await queries.get();
  if (ShopRules.isSeeded(stored)) return stored;
  return unitOfWork.run(async (tx) => {
    const rules = await tx.shopRules.get();
    // another process may have started at the same time
    if (ShopRules.isSeeded(rules)) return rules;
    const seeded = ShopRules.seed(rules, values, clock.now());
    await tx.shopRules.save(seeded);
    return seeded;
  });
};
