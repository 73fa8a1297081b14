import Joi from 'joi';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { FulfilledItemView } from '#core/orders/fulfilled-item-view.ts';
import type { OrderId } from '#core/orders/order.ts';
import { DISPUTE_STATUSES, type DisputeView } from '#core/payments/dispute.ts';
import { CAPTURE_METHODS, type CaptureMethod, type Payment } from '#core/payments/payment.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import { REFUND_STATUSES } from '#core/payments/payment-operation.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import type { PaymentView, RefundView } from '#core/payments/payment-view.ts';
import type { Id } from '#core/shared/id.ts';
import { timelineActor } from '../schemas/actor.ts';
import { amount, MAX_AMOUNT } from '../schemas/amount.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import {
  idOf,
  line,
  pageOf,
  referenceTo,
  resourceFields,
  stringMap,
  text,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';
import { fulfilledItems, fulfilledItemsInput } from '../schemas/fulfilled-items.ts';
import { objectOf } from '../schemas/object-of.ts';
import { gatewayName, nextAction, ONE_SOURCE, paymentUrl } from '../schemas/payment-fields.ts';

const paymentAmount = (): Joi.NumberSchema => amount().example(39.98);

/** An amount that moves. */
const movedAmount = (): Joi.NumberSchema => Joi.number().greater(0).max(MAX_AMOUNT).example(39.98);

const captureMethod = (): Joi.StringSchema => Joi.string().valid(...CAPTURE_METHODS);

/** A token, or a saved payment method. */
export type PaymentMethodChoice = Readonly<{ token?: string; id?: Id<'pm'>; off_session?: boolean }>;

/** What is paid: one of them. */
export type Payables = Readonly<{ order_id?: OrderId; invoice_id?: InvoiceId }>;

const ONE_PAYABLE = 'must have either an order_id or an invoice_id';

type PaymentInput = Payables &
  Readonly<{
    payment_method: PaymentMethodChoice;
    amount?: number;
    capture_method?: CaptureMethod;
    gateway?: string;
    return_url?: string | null;
    metadata?: Payment['metadata'];
  }>;

export const paymentInput = objectOf<PaymentInput>({
  order_id: idOf('ord').description('The order to pay.'),
  invoice_id: referenceTo('inv').description('Instead of an order: the finalized invoice to pay.'),
  payment_method: objectOf<PaymentMethodChoice>({
    token: line(255)
      .description('The gateway’s token of a card or an account; never a card number.')
      .example('tok_success'),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the order’s user.'),
    off_session: Joi.boolean().description(
      'With `id`: whether its owner is absent and cannot act; `false` if omitted. Needs `payments:write`.',
    ),
  })
    .xor('token', 'id')
    .messages({ 'object.missing': ONE_SOURCE, 'object.xor': ONE_SOURCE })
    .required()
    .description('The payment method: either `token` or `id`.')
    .example({ token: 'tok_success' }),
  amount: movedAmount().description('The amount in major units; the default is the amount due.'),
  capture_method: captureMethod()
    .description('`automatic` captures immediately; `manual` only authorizes, for a later capture.')
    .example('automatic'),
  gateway: gatewayName().description('An enabled gateway; the default is the first that the caller may use.'),
  return_url: paymentUrl()
    .allow(null)
    .description('Where the gateway sends the payer after an action such as 3-D Secure.')
    .example('https://shop.example/paid'),
  metadata: stringMap().description('At most 50 strings of your own.').example({ channel: 'newsletter' }),
})
  .xor('order_id', 'invoice_id')
  .messages({ 'object.missing': ONE_PAYABLE, 'object.xor': ONE_PAYABLE })
  .id('PaymentInput')
  .description('A new payment of an order or an invoice.');

/** How an invoice is paid. */
type InvoicePaymentInput = Readonly<{
  payment_method?: Readonly<{ token?: string; id?: Id<'pm'> }>;
  gateway?: string;
  return_url?: string | null;
  paid_out_of_band?: boolean;
}>;

export const invoicePaymentInput = objectOf<InvoicePaymentInput>({
  payment_method: objectOf<NonNullable<InvoicePaymentInput['payment_method']>>({
    token: line(255).description('The gateway’s token of a card or an account.').example('tok_success'),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the invoice’s user.'),
  })
    .xor('token', 'id')
    .messages({ 'object.missing': ONE_SOURCE, 'object.xor': ONE_SOURCE })
    .description('The payment method; the default one of the invoice’s user if omitted.')
    .example({ token: 'tok_success' }),
  gateway: gatewayName().description('An enabled gateway; the default is the first that the caller may use.'),
  return_url: paymentUrl()
    .allow(null)
    .description('Where the gateway sends the payer after an action such as 3-D Secure.')
    .example('https://shop.example/paid'),
  paid_out_of_band: Joi.boolean()
    .description('`true` records that it was paid without a payment of this service.')
    .example(false),
})
  .id('InvoicePaymentInput')
  .description('How an invoice is paid.');

export const captureInput = objectOf<Readonly<{ amount?: number }>>({
  amount: movedAmount().description('The amount in major units; the default is the full authorized amount.'),
})
  .id('CaptureInput')
  .description('The capture of an authorized payment.');

export const paymentCancellation = objectOf<Readonly<Record<never, never>>>({})
  .id('PaymentCancellation')
  .description('The cancellation of a payment; it has no fields.');

export type RefundInput = Readonly<{
  amount?: number;
  items?: readonly FulfilledItemView[];
  restock?: boolean;
  reason?: string | null;
}>;

export const refundInput = objectOf<RefundInput>({
  amount: movedAmount().description(
    'The amount in major units; the default is what the items cost, or without items the captured amount not yet refunded.',
  ),
  items: fulfilledItemsInput().description(
    'The items that the buyer does not keep. Unfulfilled ones are cancelled, others count as returned.',
  ),
  restock: Joi.boolean().description('Whether the stock of the items is restored; `true` if omitted.').example(true),
  reason: text(1, 500).allow(null).description('The reason.').example('One shirt came back.'),
})
  .id('RefundInput')
  .description('A new refund.');

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
    .description(
      'Whether somebody has to look at it: a dispute is open, or a refund failed and none has succeeded since.',
    )
    .example(false),
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
