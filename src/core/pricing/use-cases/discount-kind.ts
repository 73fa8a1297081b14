import { discountAuditEntry } from '../audit-entries.ts';
import { Discount, MAX_AUTOMATIC_DISCOUNTS } from '../discount.ts';
import type { DiscountFields } from '../discount-fields.ts';
import { storedDiscountView } from '../discount-view.ts';
import { type RuleKind, requireSpace } from './rule-kind.ts';

export const discountKind: RuleKind<Discount, DiscountFields> = {
  prefix: 'dsc',
  create: Discount.create,
  change: Discount.change,
  // the value of another kind is not that of the new one
  fieldsOf: (discount, { kind = discount.value.kind }) => ({
    ...Discount.fieldsOf(discount),
    ...(kind === discount.value.kind ? {} : { percent: null, amount: null, price: null }),
  }),
  view: storedDiscountView,
  auditEntry: discountAuditEntry,
  repository: (tx) => tx.discounts,
  requireFits: async (tx, discount, before) => {
    const isMore = Discount.isAppliedToAll(discount) && (before === undefined || !Discount.isAppliedToAll(before));
    if (isMore) {
      requireSpace(await tx.discounts.countAutomatic(), MAX_AUTOMATIC_DISCOUNTS, 'active discounts without a code');
    }
  },
};
