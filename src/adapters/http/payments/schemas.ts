import Joi from 'joi';
import { DISPUTE_STATUSES, type DisputeView } from '#core/payments/dispute.ts';
import { ATTENTION_REASONS } from '#core/payments/payment-attention.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import { REFUND_STATUSES } from '#core/payments/payment-operation.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import type { PaymentView, RefundView } from '#core/payments/payment-view.ts';
import { timelineActor } from '../schemas/actor.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { amount, idOf, pageOf, resourceFields, stringMap, timestamp, versionFields } from '../schemas/fields.ts';
import { fulfilledItems } from '../schemas/fulfilled-items.ts';
import { objectOf } from '../schemas/object-of.ts';
import { captureMethod, gatewayName, nextAction } from '../schemas/payment-fields.ts';
import { required } from '../schemas/required.ts';

const paymentAmount = (): Joi.NumberSchema => amount().example(39.98);

const failureFields = {
  failure_code: required(Joi.string().allow(null), 'The failure code for programs.'),
  failure_message: required(Joi.string().allow(null), 'The failure message for people.'),
};

export const paymentSchema = objectOf<PaymentView>({
  ...resourceFields('payment', 'pay'),
  order_id: required(idOf('ord').allow(null), 'The order; null for a payment of an invoice.'),
  invoice_id: required(idOf('inv').allow(null), 'The invoice; null for a payment of an order.', null),
  user_id: required(idOf('usr').allow(null), 'The buyer; null for a guest.'),
  status: required(
    Joi.string()
      .valid(...PAYMENT_STATUSES)
      .example('succeeded'),
    'The status. `processing`: the gateway’s outcome is not known yet.',
  ),
  amount: required(paymentAmount(), 'The amount in major units.'),
  amount_captured: required(paymentAmount(), 'The amount captured.'),
  amount_refunded: required(
    paymentAmount(),
    'The amount refunded, of the amount captured; lost disputes are in it.',
    0,
  ),
  dispute: objectOf<DisputeView>({
    status: required(
      Joi.string().valid(...DISPUTE_STATUSES),
      '`open`; then `won` (the money came back) or `lost` (it stays with the payer).',
      'open',
    ),
    amount: required(paymentAmount(), 'The disputed amount.'),
    reason: required(Joi.string(), 'The reason that the payer gave, as a code.', 'fraudulent'),
    opened_at: required(timestamp(), 'When it was opened.'),
    closed_at: required(timestamp().allow(null), 'When it was closed.'),
  })
    .allow(null)
    .required()
    .description('The latest dispute: the payer has complained to their bank.'),
  needs_attention: required(
    Joi.boolean(),
    'Whether somebody has to look at it, for the reasons in `attention`.',
    false,
  ),
  attention: required(
    Joi.array().items(Joi.string().valid(...ATTENTION_REASONS)),
    'Why somebody has to look at it. `dispute`: one is open. `failed_refund`: a refund failed after it had succeeded, and ' +
      'none has succeeded since. `overpayment`: the money arrived after the order could use it, and is not refunded yet. ' +
      '`unknown_outcome`: the gateway has not reported the outcome of an operation for 10 minutes. `overdue_operation`: it ' +
      'has been processing one for 7 days. `ledger_discrepancy`: amounts differ from the movements in the ledger.',
    [],
  ),
  currency: required(Joi.string(), 'The currency of the order.', 'USD'),
  capture_method: required(captureMethod(), 'When the amount is captured.', 'automatic'),
  gateway: required(gatewayName(), 'The gateway.'),
  gateway_reference: required(Joi.string().allow(null), 'The gateway’s id of the payment.', 'sandbox_1'),
  payment_method_id: required(idOf('pm').allow(null), 'The saved payment method; null for a token.'),
  next_action: nextAction('With `requires_action`: the payer’s next action.'),
  ...failureFields,
  failure_code: failureFields.failure_code.example('card_expired'),
  metadata: required(stringMap(), 'Your own data.', { channel: 'newsletter' }),
  actions: required(
    Joi.array().items(Joi.string().valid('capture', 'cancel', 'refund')),
    'The actions that its status allows the caller; in events those that it allows at all.',
    ['refund'],
  ),
  ...versionFields,
})
  .id('Payment')
  .description('A payment of an order, or of a part of it.');

export const refundSchema = objectOf<RefundView>({
  ...resourceFields('refund', 're'),
  payment_id: required(idOf('pay'), 'The refunded payment.'),
  status: required(
    Joi.string().valid(...REFUND_STATUSES),
    '`pending`: the gateway’s outcome is not known yet. A refund that succeeded may still become `failed`.',
    'succeeded',
  ),
  amount: required(paymentAmount(), 'The amount in major units.'),
  currency: required(Joi.string(), 'The currency of the payment.', 'USD'),
  reason: required(Joi.string().allow(null), 'The reason.', 'One shirt came back.'),
  items: fulfilledItems().description('The items that it is for; empty if it is for an amount.'),
  restock: required(Joi.boolean(), 'Whether the stock of the items is restored.', true),
  shipping: required(paymentAmount(), 'What it is for of the shipping, with tax; 0 for nothing.', 0),
  ...failureFields,
  failure_code: failureFields.failure_code.example('declined'),
  ...versionFields,
})
  .id('Refund')
  .description('A refund of a payment.');

const paymentEntrySchema = objectOf<PaymentEntryView>({
  ...resourceFields('timeline_entry', 'tml'),
  payment_id: required(idOf('pay'), 'The payment.'),
  type: required(Joi.string(), 'The type of the entry.', 'captured'),
  actor: timelineActor('api_key'),
  details: required(Joi.object().unknown(), 'Details, depending on the type.'),
  created_at: required(timestamp(), 'When it happened.'),
  updated_at: required(timestamp(), 'The same as `created_at`: entries never change.'),
})
  .id('PaymentEntry')
  .description('An entry of a payment’s timeline: an operation at the gateway or its outcome.');

export const paymentPage = pageOf('PaymentList', paymentSchema);
export const refundPage = pageOf('RefundList', refundSchema);
export const paymentTimelinePage = pageOf('PaymentTimeline', paymentEntrySchema);

const paymentEvent = eventOf(paymentSchema).id('PaymentEvent').description('An event of a payment.');

export const paymentEvents: EventSchemas = {
  payment: paymentEvent,
  // the payment shows its dispute
  dispute: paymentEvent,
};
