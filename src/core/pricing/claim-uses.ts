import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import type { CustomerKey, DiscountUse, DiscountUser, PricingTx } from './ports.ts';
import type { QuotedDiscount } from './quote.ts';

/** The uses of quoted discounts; one that is not among the shop's has none. */
export const usesOf = (discounts: readonly QuotedDiscount[]): readonly DiscountUse[] =>
  discounts.flatMap(({ id: discountId, maxUsesPerCustomer }) =>
    discountId === null ? [] : [{ discountId, maxUsesPerCustomer }],
  );

/** Records uses of discounts. @throws StalePreparationError if one of them has no use left. */
export const claimUses = async (
  tx: PricingTx,
  uses: readonly DiscountUse[],
  by: Readonly<{ usedBy: DiscountUser; customerKey: CustomerKey }>,
): Promise<void> => {
  if (uses.length === 0) return;
  const refused = await tx.discounts.claim(uses, by);
  if (refused.length > 0) throw new StalePreparationError('A discount was used up meanwhile.');
};
