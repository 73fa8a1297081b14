// Why: docs/decisions/0034-pricing-of-orders.md

import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { TaxRounding } from '#core/shop/rules.ts';
import { type Allocation, PricedLine } from './priced-line.ts';
import { taxesOf } from './taxes.ts';

/** What was agreed for a quantity of a line, and how much of the quantity remains. */
export type AgreedLine = Omit<PricedLine, 'price'> &
  Readonly<{ unitPrice: Money; quantity: bigint; remaining: bigint }>;

export type AgreedRules = Readonly<{
  pricesIncludeTax: boolean;
  /** How the tax was rounded; null if it is not that of the rates. */
  rounding: TaxRounding | null;
}>;

/**
 * What remains of lines costs: the unit price, the discounts in proportion, half a minor unit rounded up, and on what is
 * left the tax of its rate. Nothing is derived from an earlier remainder, so the way to a quantity makes no difference.
 */
export const remainingLines = (
  lines: readonly AgreedLine[],
  { pricesIncludeTax, rounding }: AgreedRules,
): PricedLine[] => {
  const priced = lines.map((line) => ({
    price: line.unitPrice.times(line.remaining),
    discounts: remainingDiscounts(line),
  }));
  if (rounding === null) return priced.map((line, index) => ({ ...line, tax: proportionalTax(lines[index]) }));
  const taxable = priced.map((line, index) => ({ ...line, rate: lines[index]?.tax ?? undefined }));
  const taxes = taxesOf(taxable, { pricesIncludeTax, rounding });
  return priced.map((line, index) => ({ ...line, tax: taxes[index] ?? null }));
};

/** The discounts of what remains, half a minor unit rounded up. */
export const remainingDiscounts = (line: AgreedLine): readonly Allocation[] => {
  const { unitPrice, quantity, remaining, discounts } = line;
  if (remaining === quantity || discounts.length === 0) return discounts;
  const discount = partOf(PricedLine.discount({ price: unitPrice, discounts }), line);
  if (discount.minor === 0n) return [];
  const parts = discount.allocate(discounts.map(({ amount }) => amount.minor));
  return discounts
    .map(({ discount: position }, index) => ({ discount: position, amount: parts[index] ?? discount }))
    .filter(({ amount }) => amount.minor > 0n);
};

/** The tax of what remains in proportion, where it is not that of its rate. */
export const proportionalTax = (line: AgreedLine | undefined): PricedLine['tax'] =>
  line?.tax ? { ...line.tax, amount: partOf(line.tax.amount, line) } : null;

/** An amount of the agreed quantity for what remains of it, half a minor unit rounded up. */
const partOf = (amount: Money, { remaining, quantity }: AgreedLine): Money =>
  remaining === quantity ? amount : Money.ofMinor(roundedQuotient(amount.minor * remaining, quantity), amount.currency);
