import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { RuleValues, TaxRounding } from '#core/shop/rules.ts';
import { type LineTax, PricedLine } from './priced-line.ts';
import type { TaxRate } from './tax-rate.ts';

export type TaxRules = Readonly<{ pricesIncludeTax: boolean; rounding: TaxRounding }>;

export const TaxRules = {
  /** Those of the shop. */
  of: ({ prices_include_tax: pricesIncludeTax, tax_rounding: rounding }: RuleValues): TaxRules => ({
    pricesIncludeTax,
    rounding,
  }),
};

/** A line before its tax. */
export type TaxableLine = Omit<PricedLine, 'tax'> & Readonly<{ rate: TaxRate | undefined }>;

/** The tax of each line, half a minor unit rounded up. */
export const taxesOf = (lines: readonly TaxableLine[], rules: TaxRules): (LineTax | null)[] => {
  const amounts = rules.rounding === 'line' ? lines.map((line) => lineTax(line, rules)) : allocatedTaxes(lines, rules);
  return lines.map(({ rate }, index) => {
    const amount = amounts[index];
    return rate === undefined || amount === undefined ? null : { name: rate.name, rate: rate.rate, amount };
  });
};

const lineTax = (line: TaxableLine, rules: TaxRules): Money | undefined =>
  line.rate && taxOf(PricedLine.discounted(line), line.rate.rate, rules);

const taxOf = (amount: Money, rate: Rate, { pricesIncludeTax }: TaxRules): Money =>
  pricesIncludeTax ? Rate.within(rate, amount) : Rate.of(rate, amount);

/** Each rate’s tax on the sum of its lines, allocated to them. */
const allocatedTaxes = (lines: readonly TaxableLine[], rules: TaxRules): (Money | undefined)[] => {
  const taxes = new Map<TaxableLine, Money>();
  for (const [rate, taxed] of Map.groupBy(lines, (line) => line.rate)) {
    const amounts = taxed.map(PricedLine.discounted);
    const [first, ...rest] = amounts;
    if (rate === undefined || first === undefined) continue;
    const sum = rest.reduce((total, amount) => total.add(amount), first);
    const tax = taxOf(sum, rate.rate, rules);
    const parts = sum.minor === 0n ? amounts : tax.allocate(amounts.map(({ minor }) => minor));
    for (const [index, line] of taxed.entries()) taxes.set(line, parts[index] ?? tax);
  }
  return lines.map((line) => taxes.get(line));
};
