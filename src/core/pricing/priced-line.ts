import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';

/** The part of a discount that reduces a line: `discount` is the position of the discount in the order. */
export type Allocation = Readonly<{ discount: number; amount: Money }>;

/** The tax of a line, at one rate. */
export type LineTax = Readonly<{ name: string; rate: Rate; amount: Money }>;

/** What a line of an order costs. */
export type PricedLine = Readonly<{
  /** Before discounts; with the tax if prices include it. */
  price: Money;
  discounts: readonly Allocation[];
  /** Null where no rate applies. */
  tax: LineTax | null;
}>;

/** One rate's tax of an order. */
export type TaxLine = Readonly<{ name: string; rate: Rate; taxable: Money; amount: Money }>;

export const PricedLine = {
  discount: ({ price, discounts }: Omit<PricedLine, 'tax'>): Money =>
    discounts.reduce((sum, { amount }) => sum.add(amount), zeroOf(price)),

  /** The price after discounts; with the tax if prices include it. */
  discounted: (line: Omit<PricedLine, 'tax'>): Money => line.price.subtract(PricedLine.discount(line)),

  tax: ({ price, tax }: PricedLine): Money => tax?.amount ?? zeroOf(price),

  /** What the buyer pays for the line. */
  total: (line: PricedLine, pricesIncludeTax: boolean): Money => {
    const discounted = PricedLine.discounted(line);
    return pricesIncludeTax ? discounted : discounted.add(PricedLine.tax(line));
  },

  /** The tax of all lines, one entry per rate, in the order of the lines. */
  taxLines: (lines: readonly PricedLine[], pricesIncludeTax: boolean): TaxLine[] => {
    const byRate = new Map<string, TaxLine>();
    for (const line of lines) {
      if (line.tax === null) continue;
      const { name, rate, amount } = line.tax;
      const discounted = PricedLine.discounted(line);
      const taxable = pricesIncludeTax ? discounted.subtract(amount) : discounted;
      const key = `${rate} ${name}`;
      const sum = byRate.get(key);
      byRate.set(key, {
        name,
        rate,
        taxable: sum === undefined ? taxable : sum.taxable.add(taxable),
        amount: sum === undefined ? amount : sum.amount.add(amount),
      });
    }
    return [...byRate.values()];
  },
};

const zeroOf = ({ currency }: Money): Money => Money.ofMinor(0n, currency);
