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
  description: string;
}>;

/** What an invoice contains at one tax rate, with tax. */
type RateGroup = Readonly<{ tax: PricedLine['tax']; total: Money; taxAmount: Money }>;

/**
 * The lines of a credit note: one for each tax rate of the invoice, in proportion to what the earlier credit notes left,
 * so that the notes of a whole invoice add up to it at each rate.
 */
export const creditedLines = (
  { invoice, earlier, amount, description }: Credited,
  { ids }: Readonly<{ ids: IdGenerator }>,
): InvoiceLine[] => {
  const { pricesIncludeTax } = invoice.charges;
  const left = groupsLeft(invoice, earlier);
  const parts = amount.allocate(left.map(({ total }) => total.minor));
  return left.flatMap((group, index): InvoiceLine[] => {
    const part = parts[index];
    if (part === undefined || part.minor === 0n) return [];
    const taxAmount = shareOf(group.taxAmount, part, group.total);
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

const groupsLeft = ({ lines, charges, currency }: Credited['invoice'], earlier: Credited['earlier']): RateGroup[] => {
  const groups = new Map<string, RateGroup>();
  const zero = Money.ofMinor(0n, currency);
  const add = (line: InvoiceLine, sign: 1n | -1n): void => {
    const priced = pricedInvoiceLine(line);
    const key = line.tax === null ? '' : `${line.tax.rate} ${line.tax.name}`;
    const { total, taxAmount } = groups.get(key) ?? { total: zero, taxAmount: zero };
    groups.set(key, {
      tax: line.tax,
      total: total.add(PricedLine.total(priced, charges.pricesIncludeTax).times(sign)),
      taxAmount: taxAmount.add(PricedLine.tax(priced).times(sign)),
    });
  };
  for (const line of lines) add(line, 1n);
  for (const note of earlier) for (const line of note.lines) add(line, -1n);
  // a credit among the lines can leave nothing at a rate
  return [...groups.values()].filter(({ total }) => total.minor > 0n);
};

/** The part of an amount, half a minor unit rounded up. */
const shareOf = (amount: Money, part: Money, whole: Money): Money =>
  Money.ofMinor(roundedQuotient(amount.minor * part.minor, whole.minor), amount.currency);
