import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { type RuleValues, TAX_ROUNDINGS, type TaxRounding } from '#core/shop/rules.ts';
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

/** What a line is taxed by. */
export type AppliedRate = Pick<TaxRate, 'name' | 'rate'>;

/** A line before its tax. */
export type TaxableLine = Omit<PricedLine, 'tax'> & Readonly<{ rate: AppliedRate | undefined }>;

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
  for (const [rate, taxed] of Map.groupBy(lines, (line) => line.rate?.rate)) {
    const amounts = taxed.map(PricedLine.discounted);
    const [first, ...rest] = amounts;
    if (rate === undefined || first === undefined) continue;
    const sum = rest.reduce((total, amount) => total.add(amount), first);
    const tax = taxOf(sum, rate, rules);
    const parts = sum.minor === 0n ? amounts : tax.allocate(amounts.map(({ minor }) => minor));
    for (const [index, line] of taxed.entries()) taxes.set(line, parts[index] ?? tax);
  }
  return lines.map((line) => taxes.get(line));
};

/**
 * How the tax of lines was rounded, of two ways that give the same the preferred one; null if it is not that of their
 * rates, as that of a pricing provider may be.
 */
export const roundingOf = (
  lines: readonly PricedLine[],
  { pricesIncludeTax, rounding: preferred }: TaxRules,
): TaxRounding | null => {
  const taxable = lines.map(({ tax, ...line }): TaxableLine => ({ ...line, rate: tax ?? undefined }));
  const isRoundedBy = (rounding: TaxRounding): boolean => {
    const taxes = taxesOf(taxable, { pricesIncludeTax, rounding });
    if (rounding === 'line') return lines.every(({ tax }, index) => tax?.amount.minor === taxes[index]?.amount.minor);
    const expected = sumsByRate(taxes);
    return [...sumsByRate(lines.map(({ tax }) => tax))].every(([rate, sum]) => expected.get(rate) === sum);
  };
  return [preferred, ...TAX_ROUNDINGS].find(isRoundedBy) ?? null;
};

/** In minor units. */
const sumsByRate = (taxes: readonly (LineTax | null)[]): ReadonlyMap<Rate, bigint> => {
  const sums = new Map<Rate, bigint>();
  for (const tax of taxes) if (tax !== null) sums.set(tax.rate, (sums.get(tax.rate) ?? 0n) + tax.amount.minor);
  return sums;
};
