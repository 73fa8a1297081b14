import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';

/** The texts of a document in one language. */
export type Labels = Readonly<{
  title: Readonly<Record<PrintedDocument['kind'], string>>;
  number: Readonly<Record<PrintedDocument['kind'], string>>;
  correctedInvoice: string;
  order: string;
  issued: string;
  supplyDate: string;
  supplyPeriod: string;
  due: string;
  buyer: string;
  vatNumber: string;
  taxId: string;
  description: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  tax: string;
  amount: (currency: string) => string;
  carriedForward: string;
  broughtForward: string;
  subtotal: string;
  /** Of the tax at a rate. */
  addedTax: (tax: string, taxable: string) => string;
  includedTax: (tax: string, taxable: string) => string;
  total: string;
  paid: Readonly<Record<PrintedDocument['kind'], string>>;
  amountDue: Readonly<Record<PrintedDocument['kind'], string>>;
  dueAtOnce: string;
  reverseCharge: string;
  noTax: string;
  page: (page: number, pages: number) => string;
}>;

const en: Labels = {
  title: { invoice: 'Invoice', credit_note: 'Credit note' },
  number: { invoice: 'Invoice number', credit_note: 'Credit note number' },
  correctedInvoice: 'For invoice',
  order: 'Order',
  issued: 'Date of issue',
  supplyDate: 'Date of supply',
  supplyPeriod: 'Period of supply',
  due: 'Due date',
  buyer: 'Bill to',
  vatNumber: 'VAT number',
  taxId: 'Tax ID',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  discount: 'Discount',
  tax: 'Tax',
  amount: (currency) => `Amount (${currency})`,
  carriedForward: 'Carried forward',
  broughtForward: 'Brought forward',
  subtotal: 'Subtotal',
  addedTax: (tax, taxable) => `${tax} on ${taxable}`,
  includedTax: (tax, taxable) => `Includes ${tax} on ${taxable}`,
  total: 'Total',
  paid: { invoice: 'Paid', credit_note: 'Refunded' },
  amountDue: { invoice: 'Amount due', credit_note: 'Remaining credit' },
  dueAtOnce: 'Payable on receipt.',
  reverseCharge: 'Reverse charge: the recipient of the supply owes the tax.',
  noTax: 'No tax is charged.',
  page: (page, pages) => `Page ${page} of ${pages}`,
};

const de: Labels = {
  title: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur' },
  number: { invoice: 'Rechnungsnummer', credit_note: 'Korrekturnummer' },
  correctedInvoice: 'Zur Rechnung',
  order: 'Bestellung',
  issued: 'Ausstellungsdatum',
  supplyDate: 'Leistungsdatum',
  supplyPeriod: 'Leistungszeitraum',
  due: 'Fällig am',
  buyer: 'Rechnung an',
  vatNumber: 'USt-IdNr.',
  taxId: 'Steuernummer',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  discount: 'Rabatt',
  tax: 'Steuer',
  amount: (currency) => `Betrag (${currency})`,
  carriedForward: 'Übertrag',
  broughtForward: 'Übertrag',
  subtotal: 'Zwischensumme',
  addedTax: (tax, taxable) => `${tax} auf ${taxable}`,
  includedTax: (tax, taxable) => `Darin enthalten: ${tax} auf ${taxable}`,
  total: 'Gesamtbetrag',
  paid: { invoice: 'Bezahlt', credit_note: 'Erstattet' },
  amountDue: { invoice: 'Zu zahlen', credit_note: 'Verbleibendes Guthaben' },
  dueAtOnce: 'Zahlbar sofort nach Erhalt.',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  noTax: 'Es wird keine Steuer berechnet.',
  page: (page, pages) => `Seite ${page} von ${pages}`,
};

export const LABELS: Readonly<Record<MailLanguage, Labels>> = { en, de };
