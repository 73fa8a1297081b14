import type { Allocation } from '#core/pricing/priced-line.ts';
import type { AppliedDiscount, Quote, QuotedDiscount, QuotedItem } from '#core/pricing/quote.ts';
import { Money } from '#core/shared/money.ts';
import type { EditedLine } from './edited-lines.ts';

/** A part of a line in a quote of the whole edited order, by today's discounts. */
export type QuotedPart = Readonly<{ line: number; isAdded: boolean; quoted: QuotedItem }>;

/** The lines of an edited order with all discounts, and the discounts that the order did not have. */
export type Discounted = Readonly<{
  lines: readonly EditedLine[];
  discounts: readonly AppliedDiscount[];
  added: readonly QuotedDiscount[];
  /** Those of the quote’s shipping. */
  ofShipping: readonly Allocation[];
}>;

type Edited = Readonly<{
  lines: readonly EditedLine[];
  /** Those that were agreed. */
  agreed: readonly AppliedDiscount[];
  quote: Quote;
  parts: readonly QuotedPart[];
}>;

/**
 * Gives what is added its part of today's discounts. A discount that the order has already gives at most what it now gives to
 * the whole order above what was agreed: an amount off the order is not given twice.
 */
export const withAddedDiscounts = ({ lines, agreed, quote, parts }: Edited): Discounted => {
  const added: QuotedDiscount[] = [];
  const ofShipping: Allocation[] = [];
  let discounted = lines;
  for (const [index, discount] of quote.discounts.entries()) {
    const ofAdded = sumsByLine(
      lines,
      parts.filter(({ isAdded }) => isAdded),
      index,
    );
    const known = agreed.findIndex((other) => isSame(other, discount));
    const amount = known === -1 ? sumOf(ofAdded) : allowance({ lines, parts, index, known }, sumOf(ofAdded));
    const shipped = shippingPart(quote, index);
    if ((amount?.minor ?? 0n) <= 0n && shipped === undefined) continue;
    const position = known === -1 ? agreed.length + added.push(discount) - 1 : known;
    if (shipped !== undefined) ofShipping.push({ discount: position, amount: shipped.amount });
    if (amount === undefined || amount.minor <= 0n) continue;
    const shares = amount.allocate(ofAdded.map(({ minor }) => minor));
    discounted = discounted.map((line, at) => withDiscount(line, { discount: position, amount: shares[at] ?? amount }));
  }
  const kept = added.map(({ id, code, name }) => ({ id, code, name }));
  return { lines: discounted, discounts: [...agreed, ...kept], added, ofShipping };
};

const shippingPart = ({ shippingLines }: Quote, index: number): Allocation | undefined =>
  shippingLines[0]?.discounts.find(({ discount }) => discount === index);

/** Gives all lines today's discounts instead of those that were agreed. */
export const withNewDiscounts = ({ lines, quote, parts }: Omit<Edited, 'agreed'>): Discounted => ({
  lines: lines.map((line, index) =>
    parts
      .filter((part) => part.line === index)
      .flatMap(({ quoted }) => quoted.discounts)
      .reduce(withDiscount, { ...line, discounts: [] }),
  ),
  discounts: quote.discounts.map(({ id, code, name }) => ({ id, code, name })),
  added: quote.discounts,
  ofShipping: quote.shippingLines[0]?.discounts ?? [],
});

const isSame = (one: AppliedDiscount, other: AppliedDiscount): boolean =>
  one.id === null ? other.id === null && one.code === other.code && one.name === other.name : one.id === other.id;

const amountIn = (discounts: readonly Allocation[], position: number, zero: Money): Money =>
  discounts.reduce((sum, { discount, amount }) => (discount === position ? sum.add(amount) : sum), zero);

const zeroOf = ({ unitPrice }: EditedLine): Money => Money.ofMinor(0n, unitPrice.currency);

/** What a discount of the quote takes off some parts of each line. */
const sumsByLine = (lines: readonly EditedLine[], parts: readonly QuotedPart[], discount: number): Money[] =>
  lines.map((line, index) =>
    parts
      .filter((part) => part.line === index)
      .reduce((sum, { quoted }) => sum.add(amountIn(quoted.discounts, discount, zeroOf(line))), zeroOf(line)),
  );

const sumOf = ([first, ...rest]: readonly Money[]): Money | undefined =>
  first && rest.reduce((sum, amount) => sum.add(amount), first);

type Known = Pick<Edited, 'lines' | 'parts'> & Readonly<{ index: number; known: number }>;

const allowance = ({ lines, parts, index, known }: Known, ofAdded: Money | undefined): Money | undefined => {
  const whole = sumOf(sumsByLine(lines, parts, index));
  const agreed = sumOf(lines.map((line) => amountIn(line.discounts, known, zeroOf(line))));
  return whole && agreed && ofAdded && whole.subtract(agreed).min(ofAdded);
};

/** The line with a part of a discount, added to what it has of the discount already. */
const withDiscount = (line: EditedLine, { discount, amount }: Allocation): EditedLine => {
  if (amount.minor === 0n) return line;
  const isKnown = line.discounts.some((each) => each.discount === discount);
  if (!isKnown) return { ...line, discounts: [...line.discounts, { discount, amount }] };
  const add = (each: Allocation): Allocation =>
    each.discount === discount ? { discount, amount: each.amount.add(amount) } : each;
  return { ...line, discounts: line.discounts.map(add) };
};
