import { PricedLine } from '#core/pricing/priced-line.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { CreditNote } from './credit-note.ts';
import { type InvoiceLine, pricedInvoiceLine } from './document-parts.ts';
import type { Invoice } from './invoice.ts';

type Credited = Readonly<{
  invoice: Pick<Invoice, 'lines' | 'charges' | 'currency'>;
  /** The invoice's credit notes so far. */
  earlier: readonly Pick<CreditNote, 'lines'>[];
  /** At most what the earlier ones left, with tax. */
  amount: Money;
  /** What the buyer keeps of what the invoice bills; all of it if omitted. */
  kept?: readonly PricedLine[] | undefined;
  description: string;
}>;

/** What an invoice contains at one tax rate, with tax. */
type RateGroup = Readonly<{
  tax: PricedLine['tax'];
  left: TaxedAmount;
  /** What is left of it though the buyer does not keep it. */
  excess: TaxedAmount;
}>;

type TaxedAmount = Readonly<{ total: Money; tax: Money }>;

/**
 * The lines of a credit note: one for each tax rate of the invoice. What the buyer does not keep is credited first, at its
 * rates; the rest is in proportion to what the earlier credit notes left. So the notes of a whole invoice add up to it at
 * each rate.
 */
export const creditedLines = (
  { invoice, earlier, amount, kept, description }: Credited,
  { ids }: Readonly<{ ids: IdGenerator }>,
): InvoiceLine[] => {
  const { pricesIncludeTax } = invoice.charges;
  const groups = groupsLeft(invoice, earlier, kept);
  const parts = partsOf(amount, groups);
  return groups.flatMap((group, index): InvoiceLine[] => {
    const part = parts[index];
    if (part === undefined || part.minor === 0n) return [];
    const taxAmount = taxOf(part, group);
    return [
      {
        id: ids.next('il'),
        description,
        quantity: 1,
        unitPrice: pricesIncludeTax ? part : part.subtract(taxAmount),
        period: null,
        discounts: [],
        tax: group.tax && { ...group.tax, amount: taxAmount },
      },
    ];
  });
};

/** The part of each rate: first of what is not kept, then of the rest. */
const partsOf = (amount: Money, groups: readonly RateGroup[]): readonly Money[] => {
  const excesses = groups.map(({ excess }) => excess.total);
  const ofExcess = amount.min(sumOf(amount, excesses));
  const first = shares(ofExcess, excesses);
  const rest = shares(
    amount.subtract(ofExcess),
    groups.map(({ left }, index) => left.total.subtract(first[index] ?? left.total)),
  );
  return first.map((part, index) => part.add(rest[index] ?? part));
};

const sumOf = (amount: Money, amounts: readonly Money[]): Money =>
  amounts.reduce((sum, each) => sum.add(each), Money.ofMinor(0n, amount.currency));

const shares = (amount: Money, weights: readonly Money[]): readonly Money[] =>
  amount.minor === 0n ? weights.map(() => amount) : amount.allocate(weights.map(({ minor }) => minor));

/** The tax in a part of a rate's amount. */
const taxOf = (part: Money, { left, excess }: RateGroup): Money => {
  const rest = part.subtract(excess.total);
  if (rest.isNegative) return shareOf(excess.tax, part, excess.total);
  if (rest.minor === 0n) return excess.tax;
  return excess.tax.add(shareOf(left.tax.subtract(excess.tax), rest, left.total.subtract(excess.total)));
};

const groupsLeft = (
  { lines, charges, currency }: Credited['invoice'],
  earlier: Credited['earlier'],
  kept: Credited['kept'],
): RateGroup[] => {
  const { pricesIncludeTax } = charges;
  const zero = Money.ofMinor(0n, currency);
  const billed = sumsByRate(lines.map(pricedInvoiceLine), pricesIncludeTax);
  const credited = sumsByRate(
    earlier.flatMap((note) => note.lines.map(pricedInvoiceLine)),
    pricesIncludeTax,
  );
  const keptSums = kept && sumsByRate(kept, pricesIncludeTax);
  const nothing = { total: zero, tax: zero };
  return [...billed].flatMap(([key, { line, ...sum }]): RateGroup[] => {
    const left = minus(sum, credited.get(key) ?? nothing);
    // a credit among the lines can leave nothing at a rate
    if (left.total.minor <= 0n) return [];
    const keeps = keptSums === undefined ? left : (keptSums.get(key) ?? nothing);
    return [{ tax: line, left, excess: within(minus(left, keeps), left) }];
  });
};

const sumsByRate = (lines: readonly PricedLine[], pricesIncludeTax: boolean) => {
  const sums = new Map<string, TaxedAmount & Readonly<{ line: PricedLine['tax'] }>>();
  for (const line of lines) {
    const key = line.tax === null ? '' : `${line.tax.rate} ${line.tax.name}`;
    const [total, tax] = [PricedLine.total(line, pricesIncludeTax), PricedLine.tax(line)];
    const sum = sums.get(key);
    sums.set(key, {
      line: line.tax,
      total: sum === undefined ? total : sum.total.add(total),
      tax: sum === undefined ? tax : sum.tax.add(tax),
    });
  }
  return sums;
};

const minus = (one: TaxedAmount, other: TaxedAmount): TaxedAmount => ({
  total: one.total.subtract(other.total),
  tax: one.tax.subtract(other.tax),
});

/** At least nothing and at most the whole: earlier credit notes of an amount may have taken more of a rate. */
const within = ({ total, tax }: TaxedAmount, whole: TaxedAmount): TaxedAmount => {
  const zero = Money.ofMinor(0n, total.currency);
  if (total.minor <= 0n) return { total: zero, tax: zero };
  if (total.compare(whole.total) >= 0) return whole;
  return { total, tax: tax.isNegative ? zero : tax.min(whole.tax).min(total) };
};

/** The part of an amount, half a minor unit rounded up. */
const shareOf = (amount: Money, part: Money, whole: Money): Money =>
  Money.ofMinor(roundedQuotient(amount.minor * part.minor, whole.minor), amount.currency);
