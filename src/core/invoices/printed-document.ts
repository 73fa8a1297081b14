import type { MailLanguage } from '#core/mails/mail-language.ts';
import { PricedLine, type TaxLine } from '#core/pricing/priced-line.ts';
import type { TaxExemption } from '#core/pricing/quote.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { CreditNote } from './credit-note.ts';
import { type InvoiceLine, type Party, pricedInvoiceLine } from './document-parts.ts';
import { EInvoice } from './e-invoice.ts';
import { Invoice } from './invoice.ts';

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
  /** An IANA name, in which dates are shown. */
  timeZone: string;
  issuedAt: Date;
  /** The date or the period of supply. */
  supply: Date | TimeSpan;
  /** Null if nothing is left to pay, or if it is payable at once. */
  dueAt: Date | null;
  currency: Currency;
  seller: Party;
  /** A PNG or JPEG file. */
  logo: Uint8Array | null;
  buyer: Party;
  /** Amounts of a credit note are positive: they are what the buyer gets. */
  lines: readonly PrintedLine[];
  pricesIncludeTax: boolean;
  taxExemption: TaxExemption | null;
  /** What was paid before the document was issued; of a credit note, what was refunded. */
  amountPaid: Money;
  /** Of an invoice that was charged when it was issued. */
  charge: Charge | null;
  /** The shop's text for every page, such as its bank account; it may have several lines. */
  footer: string | null;
}>;

/** When an invoice was charged, and to which payment method: `visa •••• 4242`; null if it is not known. */
type Charge = Readonly<{ at: Date; method: string | null }>;

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

  eInvoice: (document: PrintedDocument): EInvoice => EInvoice.of({ ...document, lines: pricedLines(document) }),

  /** Negative if more was paid than the total. */
  amountDue: (document: PrintedDocument): Money => PrintedDocument.total(document).subtract(document.amountPaid),
};

/** The buyer of a credit note that was issued after the buyer was erased. */
const ERASED_PARTY: Party = { name: '', legalName: null, address: null, taxId: null, email: null };

type Style = Pick<PrintedDocument, 'language' | 'timeZone' | 'orderNumber' | 'logo'>;

/** What the file of a finalized invoice shows. Later payments are not on it, and neither is the method of a charge. */
export const documentOfInvoice = (invoice: Invoice, style: Style): PrintedDocument => {
  const { number, seller, buyer, finalizedAt, isCharged, paidAt } = invoice;
  if (number === null || seller === null || buyer === null || finalizedAt === null) {
    throw new TypeError(`The invoice ${invoice.id} is a draft.`);
  }
  return {
    kind: 'invoice',
    ...style,
    number,
    correctedInvoiceNumber: null,
    issuedAt: finalizedAt,
    supply: supplyPeriodOf(invoice.lines) ?? finalizedAt,
    dueAt: invoice.amountPrepaid.compare(Invoice.total(invoice)) < 0 ? invoice.dueAt : null,
    currency: invoice.currency,
    seller,
    buyer,
    lines: invoice.lines.map(printedLine),
    pricesIncludeTax: invoice.charges.pricesIncludeTax,
    taxExemption: invoice.charges.taxExemption,
    amountPaid: invoice.amountPrepaid,
    charge: isCharged && paidAt !== null && invoice.amountPrepaid.minor > 0n ? { at: paidAt, method: null } : null,
    footer: invoice.footer,
  };
};

/** What the file of a credit note shows. */
export const documentOfCreditNote = (note: CreditNote, style: Style): PrintedDocument => ({
  kind: 'credit_note',
  ...style,
  number: note.number,
  correctedInvoiceNumber: note.invoiceNumber,
  issuedAt: note.createdAt,
  supply: note.createdAt,
  dueAt: null,
  currency: note.currency,
  seller: note.seller,
  buyer: note.buyer ?? ERASED_PARTY,
  lines: note.lines.map(printedLine),
  pricesIncludeTax: note.charges.pricesIncludeTax,
  taxExemption: note.charges.taxExemption,
  amountPaid: note.refundId === null ? Money.ofMinor(0n, note.currency) : CreditNote.total(note),
  charge: null,
  footer: note.footer,
});

const printedLine = (line: InvoiceLine): PrintedLine => ({
  description: line.description,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  period: line.period,
  line: pricedInvoiceLine(line),
});

/** The time from the first start to the last end of the lines' periods; null if no line has one. */
const supplyPeriodOf = (lines: readonly InvoiceLine[]): TimeSpan | null => {
  const [first, ...rest] = lines.flatMap(({ period }) => period ?? []);
  return first === undefined
    ? null
    : rest.reduce(
        (all, { start, end }) => ({ start: start < all.start ? start : all.start, end: end > all.end ? end : all.end }),
        first,
      );
};
