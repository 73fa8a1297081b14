import Joi from 'joi';
import { INVOICE_STATUSES, INVOICE_STEPS } from '#core/invoices/invoice-states.ts';
import type { InvoiceView } from '#core/invoices/invoice-view.ts';
import { addressSchema } from './address.ts';
import { orderAmount } from './charges.ts';
import { idOf, stringMap, timestamp } from './fields.ts';
import { invoiceChargedFields, nullableParty } from './invoice-charges.ts';
import { invoiceLineInput } from './invoice-line-input.ts';
import { resourceSchema } from './resource-schema.ts';

const timeOrNull = (description: string): Joi.StringSchema =>
  timestamp().allow(null).required().description(description).example(null, { override: true });

const footer = Joi.string().allow(null).required().description('The text on every page.').example(null);

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
  draft_lines: Joi.array()
    .items(invoiceLineInput)
    .allow(null)
    .required()
    .description(
      'The lines as the writer of a draft sent them, which `PATCH` replaces; null for a finalized invoice and for lines that an order or a subscription has.',
    )
    .example(null),
  amount_paid: orderAmount().required().description('What was paid.').example(0, { override: true }),
  amount_refunded: orderAmount().required().description('What was refunded of it.').example(0, { override: true }),
  amount_credited: orderAmount().required().description('The sum of its credit notes.').example(0, { override: true }),
  amount_due: orderAmount().required().description('What is left to pay; 0 for a draft and a void invoice.'),
  paid_out_of_band: Joi.boolean()
    .required()
    .description('Whether it was paid without a payment of this service.')
    .example(false),
  attempt_count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('How many of its payments have failed.')
    .example(0, { override: true }),
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
