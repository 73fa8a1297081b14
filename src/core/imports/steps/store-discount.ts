import { type DiscountFields, discountCode } from '#core/pricing/discount-fields.ts';
import { discountKind } from '#core/pricing/rule-kinds.ts';
import { makeRuleUseCases } from '#core/pricing/use-cases/rule-use-cases.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { rowTarget } from '../import-target.ts';

/** A row of a discount, whose code names it. */
export type DiscountRow = Partial<DiscountFields> & Readonly<{ code: string }>;

export const discountTarget = rowTarget<DiscountRow>(async (tx, deps, { fields, defaults }) => {
  const rules = makeRuleUseCases(discountKind, deps);
  const before = await tx.discounts.findByCode(discountCode(fields.code));
  if (before === undefined) {
    if (fields.kind === undefined) throw invalid([{ path: ['kind'], code: 'any.required', message: 'is required' }]);
    await rules.create(deps.actor, { name: fields.code, ...defaults, ...fields } as DiscountFields)(tx);
    return { outcome: 'created' };
  }
  const { version } = before;
  const after = await rules.change(deps.actor, { id: before.id, patch: fields, expected: undefined })(tx);
  return { outcome: after.version === version ? 'unchanged' : 'updated' };
});
