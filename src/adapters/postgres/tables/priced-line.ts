import type { AllocationView, PricedLineView } from '#core/orders/order-charges.ts';
import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { amountOf } from './amount.ts';

/** The allocations of discounts, as they are stored. */
export const toAllocations = (stored: readonly AllocationView[], currency: Currency): PricedLine['discounts'] =>
  stored.map(({ discount_line: discount, amount }) => ({ discount, amount: amountOf(amount, currency) }));

/** The tax of a line, as it is stored. */
export const toLineTax = (
  line: Pick<PricedLineView, 'tax_name' | 'tax_rate' | 'tax'>,
  currency: Currency,
): PricedLine['tax'] =>
  line.tax_rate === null
    ? null
    : { name: line.tax_name ?? '', rate: storedRate(line.tax_rate), amount: amountOf(line.tax, currency) };

const storedRate = (percent: number): Rate => {
  const rate = Rate.ofPercent(percent);
  if (typeof rate !== 'number') throw new TypeError(`${percent} is not a percentage.`);
  return rate;
};
