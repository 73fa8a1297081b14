import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import { Money } from '#core/shared/money.ts';
import { CreditNote } from './credit-note.ts';
import { type InvoiceLine, type Party, pricedInvoiceLine } from './document-parts.ts';
import { Invoice } from './invoice.ts';
import type { PrintedDocument, PrintedLine } from './printed-document.ts';

/** The buyer of a credit note that was issued after the buyer was erased. */
const ERASED_PARTY: Party = { name: '', legalName: null, address: null, taxId: null, email: null };

type Style = Readonly<{ language: MailLanguage; timeZone: string; orderNumber: number | null }>;

/** What the file of a finalized invoice shows. Later payments are not on it. */
export const documentOfInvoice = (invoice: Invoice, style: Style): PrintedDocument => {
  const { number, seller, buyer, finalizedAt } = invoice;
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
