import type { PrintedLine } from '#core/invoices/printed-document.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';

/**
 * A line without tax, as EN 16931 wants it: `quantity × price ÷ basis − allowances = total`, to the cent. A credit within
 * an invoice has a negative quantity, since prices are never negative.
 */
export type NetLine = Readonly<{
  quantity: number;
  price: Money;
  /** The quantity that the price is for: 1, or the whole quantity if the price of one is no whole number of cents. */
  basis: number;
  allowances: readonly Money[];
  total: Money;
  tax: Money;
}>;

/**
 * The net line of a printed line. Of prices that include tax, the line's own tax is taken out, so that net sums and tax
 * add up to what was charged; a discount's net amount is rounded, and the price follows from both.
 */
export const netLine = ({ quantity, line }: PrintedLine, pricesIncludeTax: boolean): NetLine => {
  const tax = PricedLine.tax(line);
  const discounted = PricedLine.discounted(line);
  const total = pricesIncludeTax ? discounted.subtract(tax) : discounted;
  const allowances = line.discounts
    .map(({ amount }) => (pricesIncludeTax && line.tax !== null ? withoutTax(amount, line.tax.rate) : amount))
    .filter(({ minor }) => minor !== 0n);
  const whole = allowances.reduce((sum, allowance) => sum.add(allowance), total);
  const sign = whole.isNegative ? -1 : 1;
  return { quantity: sign * quantity, ...priceOf(whole.times(BigInt(sign)), quantity), allowances, total, tax };
};

const withoutTax = (amount: Money, rate: Rate): Money => {
  const sign = amount.isNegative ? -1n : 1n;
  const positive = amount.times(sign);
  return positive.subtract(Rate.within(rate, positive)).times(sign);
};

const priceOf = (whole: Money, quantity: number): Pick<NetLine, 'price' | 'basis'> => {
  if (quantity === 0) return { price: whole, basis: 1 };
  if (!Number.isInteger(quantity)) return { price: whole, basis: quantity };
  const isDivisible = whole.minor % BigInt(quantity) === 0n;
  return isDivisible
    ? { price: Money.ofMinor(whole.minor / BigInt(quantity), whole.currency), basis: 1 }
    : { price: whole, basis: quantity };
};
