import Joi from 'joi';
import { INVOICE_STATUSES, INVOICE_STEPS } from '#core/invoices/invoice-states.ts';
import type { InvoiceView } from '#core/invoices/invoice-view.ts';
import { addressSchema } from './address.ts';
import { orderAmount } from './charges.ts';
import { idOf, integer, stringMap, timestamp } from './fields.ts';
import { invoiceChargedFields, nullableEInvoice, nullableParty } from './invoice-charges.ts';
import { invoiceLineInput } from './invoice-line-input.ts';
import { required } from './required.ts';
import { resourceSchema } from './resource-schema.ts';

const timeOrNull = (description: string): Joi.StringSchema => required(timestamp().allow(null), description, null);

const footer = required(Joi.string().allow(null), 'The text on every page.', null);

export const invoiceSchema = resourceSchema<InvoiceView>('invoice', 'inv', {
  number: required(
    Joi.string().allow(null),
    'The number, without gaps in the order of finalization; null for a draft.',
    'INV-000001',
  ),
  status: required(Joi.string().valid(...INVOICE_STATUSES), 'The status.', 'open'),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest’s order.'),
  order_id: required(idOf('ord').allow(null), 'The order that it bills.', null),
  subscription_id: required(idOf('sub').allow(null), 'The subscription that it bills.', null),
  ...invoiceChargedFields,
  draft_lines: required(
    Joi.array().items(invoiceLineInput).allow(null),
    'The lines as the writer of a draft sent them, which `PATCH` replaces; null for a finalized invoice and for lines that an order or a subscription has.',
    null,
  ),
  amount_paid: required(orderAmount(), 'What was paid.', 0),
  amount_refunded: required(orderAmount(), 'What was refunded of it.', 0),
  amount_credited: required(orderAmount(), 'The sum of its credit notes.', 0),
  amount_due: required(orderAmount(), 'What is left to pay; 0 for a draft and a void invoice.'),
  paid_out_of_band: required(Joi.boolean(), 'Whether it was paid without a payment of this service.', false),
  attempt_count: required(integer(0), 'How many of its payments have failed.', 0),
  email: required(Joi.string().allow(null), 'Where it is sent.', 'ada@example.com'),
  billing_address: required(addressSchema.allow(null), 'The address of the buyer.'),
  seller: nullableParty,
  buyer: nullableParty,
  footer,
  e_invoice: nullableEInvoice,
  due_at: timeOrNull('When it is due; null for a draft that follows the shop’s payment terms.'),
  finalized_at: timeOrNull('When it got its number.'),
  paid_at: timeOrNull('When it was paid in full.'),
  voided_at: timeOrNull('When it was voided.'),
  overdue_at: timeOrNull('When it was found unpaid after `due_at`.'),
  sent_at: timeOrNull('When it was last sent by request.'),
  metadata: required(stringMap(), 'Your own data.', { channel: 'newsletter' }),
  actions: required(Joi.array().items(Joi.string().valid(...INVOICE_STEPS)), 'What may be done now.', [
    'pay',
    'credit',
    'void',
    'mark_uncollectible',
  ]),
})
  .id('Invoice')
  .description('What a buyer owes.');
