import Joi from 'joi';
import { CREDIT_NOTE_REASONS, type CreditNoteView } from '#core/invoices/credit-note.ts';
import { eventOf } from '../schemas/event.ts';
import { idOf, pageOf } from '../schemas/fields.ts';
import { invoiceSchema } from '../schemas/invoice.ts';
import { invoiceChargedFields, nullableEInvoice, nullableParty } from '../schemas/invoice-charges.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const footer = required(Joi.string().allow(null), 'The text on every page.', null);

export const creditNoteSchema = resourceSchema<CreditNoteView>('credit_note', 'cn', {
  number: required(Joi.string(), 'The number, without gaps.', 'CN-000001'),
  invoice_id: required(idOf('inv'), 'The invoice.'),
  invoice_number: required(Joi.string(), 'The number of the invoice.', 'INV-000001'),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest’s order.'),
  refund_id: required(idOf('re').allow(null), 'The refund that it documents; null if there is none.'),
  reason: required(Joi.string().valid(...CREDIT_NOTE_REASONS), 'The reason.', 'correction'),
  note: required(Joi.string().allow(null), 'The explanation.', 'One hour less'),
  ...invoiceChargedFields,
  seller: nullableParty,
  buyer: nullableParty,
  footer,
  e_invoice: nullableEInvoice,
})
  .id('CreditNote')
  .description('Takes an amount off an invoice.');

export const invoicePageSchema = pageOf('InvoiceList', invoiceSchema);

export const creditNotePageSchema = pageOf('CreditNoteList', creditNoteSchema);

export const invoiceEvents = {
  invoice: eventOf(invoiceSchema).id('InvoiceEvent').description('An event of an invoice.'),
  credit_note: eventOf(creditNoteSchema).id('CreditNoteEvent').description('An event of a credit note.'),
};
