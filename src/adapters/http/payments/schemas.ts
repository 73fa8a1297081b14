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

const paymentAmount = (): Joi.NumberSchema => amount().example(39.98);

const failureFields = {
  failure_code: Joi.string().allow(null).required().description('The failure code for programs.'),
  failure_message: Joi.string().allow(null).required().description('The failure message for people.'),
};

export const paymentSchema = objectOf<PaymentView>({
  ...resourceFields('payment', 'pay'),
  order_id: idOf('ord').allow(null).required().description('The order; null for a payment of an invoice.'),
  invoice_id: idOf('inv')
    .allow(null)
    .required()
    .description('The invoice; null for a payment of an order.')
    .example(null, { override: true }),
  user_id: idOf('usr').allow(null).required().description('The buyer; null for a guest.'),
  status: Joi.string()
    .valid(...PAYMENT_STATUSES)
    .example('succeeded')
    .required()
    .description('The status. `processing`: the gateway’s outcome is not known yet.'),
  amount: paymentAmount().required().description('The amount in major units.'),
  amount_captured: paymentAmount().required().description('The amount captured.'),
  amount_refunded: paymentAmount()
    .required()
    .description('The amount refunded, of the amount captured; lost disputes are in it.')
    .example(0, { override: true }),
  dispute: objectOf<DisputeView>({
    status: Joi.string()
      .valid(...DISPUTE_STATUSES)
      .required()
      .description('`open`; then `won` (the money came back) or `lost` (it stays with the payer).')
      .example('open'),
    amount: paymentAmount().required().description('The disputed amount.'),
    reason: Joi.string().required().description('The reason that the payer gave, as a code.').example('fraudulent'),
    opened_at: timestamp().required().description('When it was opened.'),
    closed_at: timestamp().allow(null).required().description('When it was closed.'),
  })
    .allow(null)
    .required()
    .description('The latest dispute: the payer has complained to their bank.'),
  needs_attention: Joi.boolean()
    .required()
    .description('Whether somebody has to look at it, for the reasons in `attention`.')
    .example(false),
  attention: Joi.array()
    .items(Joi.string().valid(...ATTENTION_REASONS))
    .required()
    .description(
      'Why somebody has to look at it. `dispute`: one is open. `failed_refund`: a refund failed after it had succeeded, and ' +
        'none has succeeded since. `overpayment`: the money arrived after the order could use it, and is not refunded yet. ' +
        '`unknown_outcome`: the gateway has not reported the outcome of an operation for 10 minutes. `overdue_operation`: it ' +
        'has been processing one for 7 days. `ledger_discrepancy`: amounts differ from the movements in the ledger.',
    )
    .example([]),
  currency: Joi.string().required().description('The currency of the order.').example('USD'),
  capture_method: captureMethod().required().description('When the amount is captured.').example('automatic'),
  gateway: gatewayName().required().description('The gateway.'),
  gateway_reference: Joi.string()
    .allow(null)
    .required()
    .description('The gateway’s id of the payment.')
    .example('sandbox_1'),
  payment_method_id: idOf('pm').allow(null).required().description('The saved payment method; null for a token.'),
  next_action: nextAction('With `requires_action`: the payer’s next action.'),
  ...failureFields,
  failure_code: failureFields.failure_code.example('card_expired'),
  metadata: stringMap().required().description('Your own data.').example({ channel: 'newsletter' }),
  actions: Joi.array()
    .items(Joi.string().valid('capture', 'cancel', 'refund'))
    .required()
    .description('The actions that its status allows the caller; in events those that it allows at all.')
    .example(['refund']),
  ...versionFields,
})
  .id('Payment')
  .description('A payment of an order, or of a part of it.');

export const refundSchema = objectOf<RefundView>({
  ...resourceFields('refund', 're'),
  payment_id: idOf('pay').required().description('The refunded payment.'),
  status: Joi.string()
    .valid(...REFUND_STATUSES)
    .required()
    .description(
      '`pending`: the gateway’s outcome is not known yet. A refund that succeeded may still become `failed`.',
    )
    .example('succeeded'),
  amount: paymentAmount().required().description('The amount in major units.'),
  currency: Joi.string().required().description('The currency of the payment.').example('USD'),
  reason: Joi.string().allow(null).required().description('The reason.').example('One shirt came back.'),
  items: fulfilledItems().description('The items that it is for; empty if it is for an amount.'),
  restock: Joi.boolean().required().description('Whether the stock of the items is restored.').example(true),
  ...failureFields,
  failure_code: failureFields.failure_code.example('declined'),
  ...versionFields,
})
  .id('Refund')
  .description('A refund of a payment.');

const paymentEntrySchema = objectOf<PaymentEntryView>({
  ...resourceFields('timeline_entry', 'tml'),
  payment_id: idOf('pay').required().description('The payment.'),
  type: Joi.string().required().description('The type of the entry.').example('captured'),
  actor: timelineActor('api_key'),
  details: Joi.object().unknown().required().description('Details, depending on the type.'),
  created_at: timestamp().required().description('When it happened.'),
  updated_at: timestamp().required().description('The same as `created_at`: entries never change.'),
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
