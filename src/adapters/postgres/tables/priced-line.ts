import type { AllocationView } from '#core/orders/order-charges-view.ts';
import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';

/** The allocations of discounts, as they are stored. */
export const toAllocations = (stored: readonly AllocationView[], currency: Currency): PricedLine['discounts'] =>
  stored.map(({ discount_line: discount, amount }) => ({ discount, amount: amountOf(amount, currency) }));
