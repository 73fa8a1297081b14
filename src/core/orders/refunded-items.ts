import type { FulfilledItem } from './fulfillment.ts';

/** Items that a refund is for: the buyer does not keep them. */
export type RefundedItems = Readonly<{
  items: readonly FulfilledItem[];
  /** Whether the stock is restored. */
  isRestocked: boolean;
}>;
