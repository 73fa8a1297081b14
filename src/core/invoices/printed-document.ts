import type { MailLanguage } from '#core/mails/mail-language.ts';
import { PricedLine, type TaxLine } from '#core/pricing/priced-line.ts';
import type { TaxExemption } from '#core/pricing/quote.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { Party } from './document-parts.ts';

/** A line of a document. */
export type PrintedLine = Readonly<{
  description: string;
  quantity: number;
  unitPrice: Money;
  period: TimeSpan | null;
  /** For the whole quantity. Its price is negative if the line is a credit within an invoice. */
  line: PricedLine;
}>;

/** Everything that an invoice or a credit note shows: a snapshot, from which the same document is made at any time. */
export type PrintedDocument = Readonly<{
  kind: 'invoice' | 'credit_note';
  number: string;
  /** The invoice of a credit note; null for invoices. */
  correctedInvoiceNumber: string | null;
  orderNumber: number | null;
  language: MailLanguage;
  /** An IANA name, in which dates are shown. Days of periods are shown in UTC. */
  timeZone: string;
  issuedAt: Date;
  /** The date or the period of supply. */
  supply: Date | TimeSpan;
  /** Null if nothing is left to pay, or if it is payable at once. */
  dueAt: Date | null;
  currency: Currency;
  seller: Party;
  buyer: Party;
  /** Amounts of a credit note are positive: they are what the buyer gets. */
  lines: readonly PrintedLine[];
  pricesIncludeTax: boolean;
  taxExemption: TaxExemption | null;
  /** What was paid before the document was issued; of a credit note, what was refunded. */
  amountPaid: Money;
  /** The shop's text for every page, such as its bank account; it may have several lines. */
  footer: string | null;
}>;

const pricedLines = ({ lines }: PrintedDocument): PricedLine[] => lines.map(({ line }) => line);

const sumOf = (document: PrintedDocument, amountOf: (line: PricedLine) => Money): Money =>
  pricedLines(document).reduce((sum, line) => sum.add(amountOf(line)), Money.ofMinor(0n, document.currency));

/** The sums of a document, which follow from its lines. */
export const PrintedDocument = {
  /** Before discounts; with the tax if prices include it. */
  subtotal: (document: PrintedDocument): Money => sumOf(document, ({ price }) => price),

  discount: (document: PrintedDocument): Money => sumOf(document, PricedLine.discount),

  /** The tax of each rate, in the order of the lines. */
  taxLines: (document: PrintedDocument): TaxLine[] =>
    PricedLine.taxLines(pricedLines(document), document.pricesIncludeTax),

  total: (document: PrintedDocument): Money =>
    sumOf(document, (line) => PricedLine.total(line, document.pricesIncludeTax)),

  /** Negative if more was paid than the total. */
  amountDue: (document: PrintedDocument): Money => PrintedDocument.total(document).subtract(document.amountPaid),
};
