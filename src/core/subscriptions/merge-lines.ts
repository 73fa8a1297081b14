import type { UnpricedLine } from '#core/invoices/price-lines.ts';

/** The most lines of an invoice, as of those that requests make. */
const MAX_LINES = 500;

/**
 * The lines of an invoice. If they are too many, such as after hundreds of changes in a period, those that differ in their
 * amounts and times only are one line with their sum.
 */
export const mergedLines = (lines: readonly UnpricedLine[]): readonly UnpricedLine[] => {
  if (lines.length <= MAX_LINES) return lines;
  const merged = new Map<string, UnpricedLine>();
  for (const line of lines) {
    const key = keyOf(line);
    const before = merged.get(key);
    merged.set(key, before === undefined ? line : sumOf(before, line));
  }
  return [...merged.values()];
};

const keyOf = ({ quantity: _, unitPrice, period, charged, ...same }: UnpricedLine): string =>
  JSON.stringify([same, period !== null, unitPrice.isNegative, charged && [charged.tax?.rate, charged.tax?.name]]);

const sumOf = (one: UnpricedLine, other: UnpricedLine): UnpricedLine => ({
  ...one,
  ...(one.charged === undefined && one.unitPrice.compare(other.unitPrice) === 0
    ? { quantity: one.quantity + other.quantity }
    : { quantity: 1, unitPrice: amountOf(one).add(amountOf(other)) }),
  ...(one.charged && other.charged ? { charged: chargedSum(one.charged, other.charged) } : {}),
  period: one.period && other.period && around(one.period, other.period),
});

type Charged = NonNullable<UnpricedLine['charged']>;

/** Both have one rate, or none. */
const chargedSum = (one: Charged, other: Charged): Charged => ({
  net: one.net.add(other.net),
  tax: one.tax && other.tax && { ...one.tax, amount: one.tax.amount.add(other.tax.amount) },
});

const amountOf = ({ unitPrice, quantity }: UnpricedLine) => unitPrice.times(BigInt(quantity));

type Period = NonNullable<UnpricedLine['period']>;

const around = (one: Period, other: Period): Period => ({
  start: one.start < other.start ? one.start : other.start,
  end: one.end > other.end ? one.end : other.end,
});
