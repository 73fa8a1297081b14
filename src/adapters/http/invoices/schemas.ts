import Joi from 'joi';
import type { CreditNoteView } from '#core/invoices/credit-note.ts';
import { CREDIT_NOTE_REASONS } from '#core/invoices/credit-note.ts';
import { eventOf } from '../schemas/event.ts';
import { idOf, pageOf } from '../schemas/fields.ts';
import { invoiceSchema } from '../schemas/invoice.ts';
import { invoiceChargedFields, nullableParty } from '../schemas/invoice-charges.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const footer = Joi.string().allow(null).required().description('The text on every page.').example(null);

export const creditNoteSchema = resourceSchema<CreditNoteView>('credit_note', 'cn', {
  number: Joi.string().required().description('The number, without gaps.').example('CN-000001'),
  invoice_id: idOf('inv').required().description('The invoice.'),
  invoice_number: Joi.string().required().description('The number of the invoice.').example('INV-000001'),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest’s order.'),
  refund_id: idOf('re').allow(null).required().description('The refund that it documents; null if there is none.'),
  reason: Joi.string()
    .valid(...CREDIT_NOTE_REASONS)
    .required()
    .description('The reason.')
    .example('correction'),
  note: Joi.string().allow(null).required().description('The explanation.').example('One hour less'),
  ...invoiceChargedFields,
  seller: nullableParty,
  buyer: nullableParty,
  footer,
})
  .id('CreditNote')
  .description('Takes an amount off an invoice.');

export const invoicePageSchema = pageOf('InvoiceList', invoiceSchema);

export const creditNotePageSchema = pageOf('CreditNoteList', creditNoteSchema);

export const invoiceEvents = {
  invoice: eventOf(invoiceSchema).id('InvoiceEvent').description('An event of an invoice.'),
  credit_note: eventOf(creditNoteSchema).id('CreditNoteEvent').description('An event of a credit note.'),
};
