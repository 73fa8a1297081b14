import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Quote } from '#core/pricing/quote.ts';
import { roundingOf, type TaxRules, taxesOf } from '#core/pricing/taxes.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';

/** A line of an invoice; its rate overrides the shop's, null to use them. */
type RatedLine = Readonly<{ quantity: number; taxRate: Rate | null }>;

/**
 * A quote with the tax of the lines that override its rates. Where the tax is rounded once for each rate, the others of a
 * rate are rounded with them.
 */
export const overrideRates = (lines: readonly RatedLine[], quote: Quote, rules: TaxRules): Quote => {
  const { pricesIncludeTax, taxExemption } = quote;
  if (taxExemption !== null || lines.every(({ taxRate }) => taxRate === null)) return quote;
  const priced = quote.items.map(({ unitPrice, discounts, tax }, index): PricedLine => {
    return { price: unitPrice.times(BigInt(lines[index]?.quantity ?? 0)), discounts, tax };
  });
  const taxable = priced.map(({ tax, ...line }, index) => {
    const override = lines[index]?.taxRate ?? null;
    return { ...line, rate: override === null ? (tax ?? undefined) : { name: tax?.name ?? 'Tax', rate: override } };
  });
  const rounding = roundingOf(priced, { ...rules, pricesIncludeTax });
  const taxes = taxesOf(taxable, { pricesIncludeTax, rounding: rounding ?? rules.rounding });
  const isOverridden = (index: number): boolean => rounding === 'total' || (lines[index]?.taxRate ?? null) !== null;
  return {
    ...quote,
    items: quote.items.map((item, index) => (isOverridden(index) ? { ...item, tax: taxes[index] ?? null } : item)),
  };
};
