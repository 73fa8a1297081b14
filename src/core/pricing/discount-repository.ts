// Why: docs/decisions/0033-uses-of-discounts.md

import type { Id } from '#core/shared/id.ts';
import type { Discount, DiscountId } from './discount.ts';
import type { RuleRepository } from './rule-repository.ts';

/** What uses a discount. A subscription uses it once, for all its invoices. */
export type DiscountUser = Id<'ord' | 'sub'>;

/** The use of a discount by an order or a subscription. */
export type DiscountUse = Readonly<{
  discountId: DiscountId;
  /** The limit in uses of one customer; null: none. */
  maxUsesPerCustomer: number | null;
}>;

/** A use that was not granted: the discount has none left, or none for this customer. */
export type RefusedUse = Readonly<{ discountId: DiscountId; reason: 'used_up' | 'used_up_by_customer' }>;

/** Who uses discounts: a user's id, or the key of a guest's e-mail; null for neither. */
export type CustomerKey = string | null;

/** Who would use discounts, and for which order or subscription; null for a new one. */
export type DiscountCustomer = Readonly<{ customerKey: CustomerKey; usedBy: DiscountUser | null }>;

export interface DiscountRepository extends RuleRepository<Discount> {
  /** Locks the discount, also against claims, until the transaction ends. @throws DomainError `not_found`. */
  get(id: DiscountId): Promise<Discount>;
  /** The number of active discounts without a code. */
  countAutomatic(): Promise<number>;
  /** The number of uses of the discount. */
  countUses(id: DiscountId): Promise<number>;
  /**
   * Records that discounts are used, each once, within their limits. Claims wait for each other only where a discount has a
   * limit in total. A use is refused of a discount that no longer exists, and under a limit per customer for an
   * unknown customer. After a refusal the work must throw, since the other uses are recorded.
   * @returns the refused uses; none if all are granted.
   */
  claim(
    uses: readonly DiscountUse[],
    by: Readonly<{ usedBy: DiscountUser; customerKey: CustomerKey }>,
  ): Promise<readonly RefusedUse[]>;
  /** The discounts that an order or a subscription uses. */
  listUsed(usedBy: DiscountUser): Promise<readonly DiscountId[]>;
  /** Returns the uses of an order or a subscription; without uses it changes nothing. */
  release(usedBy: DiscountUser): Promise<void>;
  /** Erases who has used discounts; the uses remain. */
  eraseCustomer(customerKeys: readonly string[]): Promise<void>;
}
