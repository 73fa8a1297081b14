import Joi from 'joi';
import { CREDIT_NOTE_REASONS } from '#core/invoices/credit-note.ts';
import type { CreditNoteView } from '#core/invoices/credit-note-view.ts';
import { INVOICE_STATUSES, INVOICE_STEPS } from '#core/invoices/invoice-states.ts';
import type { InvoiceView } from '#core/invoices/invoice-view.ts';
import { addressSchema } from '../schemas/address.ts';
import { orderAmount } from '../schemas/charges.ts';
import { eventOf } from '../schemas/event.ts';
import { idOf, pageOf, stringMap, timestamp } from '../schemas/fields.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { invoiceChargedFields, party } from './charged-fields.ts';

const timeOrNull = (description: string): Joi.StringSchema =>
  timestamp().allow(null).required().description(description).example(null, { override: true });

const footer = Joi.string().allow(null).required().description('The text on every page.').example(null);

/** Null for a draft, and for an erased buyer: one name has one schema. */
const nullableParty = party.allow(null).required();

export const invoiceSchema = resourceSchema<InvoiceView>('invoice', 'inv', {
  number: Joi.string()
    .allow(null)
    .required()
    .description('The number, without gaps in the order of finalization; null for a draft.')
    .example('INV-000001'),
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .required()
    .description('The status.')
    .example('open'),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest’s order.'),
  order_id: idOf('ord')
    .allow(null)
    .required()
    .description('The order that it bills.')
    .example(null, { override: true }),
  subscription_id: idOf('sub')
    .allow(null)
    .required()
    .description('The subscription that it bills.')
    .example(null, { override: true }),
  ...invoiceChargedFields,
  amount_paid: orderAmount().required().description('What was paid.').example(0, { override: true }),
  amount_refunded: orderAmount().required().description('What was refunded of it.').example(0, { override: true }),
  amount_credited: orderAmount().required().description('The sum of its credit notes.').example(0, { override: true }),
  amount_due: orderAmount().required().description('What is left to pay; 0 for a draft and a void invoice.'),
  paid_out_of_band: Joi.boolean()
    .required()
    .description('Whether it was paid without a payment of this service.')
    .example(false),
  email: Joi.string().allow(null).required().description('Where it is sent.').example('ada@example.com'),
  billing_address: addressSchema.allow(null).required().description('The address of the buyer.'),
  seller: nullableParty,
  buyer: nullableParty,
  footer,
  due_at: timeOrNull('When it is due; null for a draft that follows the shop’s payment terms.'),
  finalized_at: timeOrNull('When it got its number.'),
  paid_at: timeOrNull('When it was paid in full.'),
  voided_at: timeOrNull('When it was voided.'),
  overdue_at: timeOrNull('When it was found unpaid after `due_at`.'),
  metadata: stringMap().required().description('Your own data.').example({ channel: 'newsletter' }),
  actions: Joi.array()
    .items(Joi.string().valid(...INVOICE_STEPS))
    .required()
    .description('What may be done now.')
    .example(['pay', 'credit', 'void', 'mark_uncollectible'], { override: true }),
})
  .id('Invoice')
  .description('What a buyer owes.');

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
