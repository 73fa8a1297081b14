import Joi from 'joi';
import { CREDIT_NOTE_REASONS, type CreditNoteReason } from '#core/invoices/credit-note.ts';
import type { InvoiceFields } from '#core/invoices/invoice-fields.ts';
import type { InvoicePatch } from '#core/invoices/use-cases/draft-invoice.ts';
import type { OrderId } from '#core/orders/order.ts';
import { addressInput, addressPatch } from '../schemas/address.ts';
import {
  amount,
  currency,
  email,
  idOf,
  label,
  line,
  referenceTo,
  stringMap,
  stringMapPatch,
  text,
  timeText,
} from '../schemas/fields.ts';
import { invoiceLineInput } from '../schemas/invoice-line-input.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const MAX_LINES = 500;

/** The most values of a body with all fields of all lines. */
export const MAX_INVOICE_VALUES = 6_000;

const fields = {
  currency: currency().description('The currency; the store’s if omitted.').example('EUR'),
  lines: Joi.array()
    .items(invoiceLineInput)
    .max(MAX_LINES)
    .description('What is billed.')
    .example([{ description: 'Consulting', quantity: 2, unit_price: 95 }]),
  due_at: timeText()
    .description('When it is due; by the shop’s payment terms if omitted.')
    .example('2036-12-31T00:00:00Z'),
  email: email().description('Where it is sent; the user’s e-mail address if omitted.'),
  tax_id: line(50).description('The buyer’s tax id.').example('PT123456789'),
  discount_codes: Joi.array()
    .items(label(40))
    .unique()
    .max(5)
    .description('Discount codes. Discounts without a code do not apply to invoices.'),
  footer: text(1, 1_000).description('The text on every page; the shop’s if omitted.').example('Thank you.'),
};

/** The fields of a draft, or the order that it bills. */
export type InvoiceInput = Omit<InvoiceFields, 'user_id'> &
  Readonly<{ user_id?: InvoiceFields['user_id']; order_id?: OrderId }>;

export const invoiceInput = objectOf<InvoiceInput>({
  user_id: idOf('usr').description('The buyer; required without an `order_id`.'),
  order_id: referenceTo('ord').description(
    'Instead of lines: the order to bill. Its lines, prices, discounts, taxes and buyer are copied.',
  ),
  ...fields,
  billing_address: addressInput.description('The buyer’s address; the first one of the user if omitted.'),
  metadata: stringMap().description('At most 50 strings of your own.').example({ channel: 'newsletter' }),
})
  .id('InvoiceInput')
  .description('A new draft.');

export const invoicePatch = objectOf<Omit<InvoicePatch, 'user_id'>>({
  currency: fields.currency.allow(null),
  lines: fields.lines,
  due_at: fields.due_at.allow(null),
  email: fields.email.allow(null),
  tax_id: fields.tax_id.allow(null),
  discount_codes: fields.discount_codes.allow(null),
  footer: fields.footer.allow(null),
  billing_address: addressPatch.allow(null),
  metadata: stringMapPatch().example({ channel: null }),
})
  .id('InvoicePatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

type CreditNoteInput = Readonly<{
  invoice_id: `inv_${string}`;
  amount?: number;
  reason?: CreditNoteReason;
  note?: string | null;
}>;

export const creditNoteInput = objectOf<CreditNoteInput>({
  invoice_id: required(idOf('inv'), 'A finalized invoice of which something is due.'),
  amount: amount().description('The amount in major units; all that is due if omitted.').example(10),
  reason: Joi.string()
    .valid(...CREDIT_NOTE_REASONS.filter((reason) => reason !== 'refund'))
    .description('The reason; `correction` if omitted.')
    .example('correction'),
  note: label(500).allow(null).description('An explanation, which the credit note shows.').example('One hour less'),
})
  .id('CreditNoteInput')
  .description('A new credit note.');
