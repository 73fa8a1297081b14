import Joi from 'joi';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { CaptureMethod, Payment } from '#core/payments/payment.ts';
import type { Id } from '#core/shared/id.ts';
import { idOf, MAX_AMOUNT, referenceTo, stringMap, text } from '../schemas/fields.ts';
import { fulfilledItemsInput } from '../schemas/fulfilled-items.ts';
import { objectOf } from '../schemas/object-of.ts';
import { captureMethod, gatewayName, gatewayToken, methodChoice, returnUrl } from '../schemas/payment-fields.ts';
import { expectedRefund } from '../schemas/refund-parts.ts';

/** An amount that moves. */
const movedAmount = (): Joi.NumberSchema => Joi.number().greater(0).max(MAX_AMOUNT).example(39.98);

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
  payment_method: methodChoice<PaymentMethodChoice>({
    token: gatewayToken(),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the user who pays.'),
    off_session: Joi.boolean().description(
      'With `id`: whether its owner is absent and cannot act; `false` if omitted. Needs `payments:write`.',
    ),
  })
    .required()
    .description('The payment method: either `token` or `id`.'),
  amount: movedAmount().description('The amount in major units; the default is the amount due.'),
  capture_method: captureMethod()
    .description('`automatic` captures immediately; `manual` only authorizes, for a later capture.')
    .example('automatic'),
  gateway: gatewayName().description('An enabled gateway; the default is the first that the caller may use.'),
  return_url: returnUrl('https://shop.example/paid'),
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
  payment_method: methodChoice<NonNullable<InvoicePaymentInput['payment_method']>>({
    token: gatewayToken(),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the invoice’s user.'),
  }).description('The payment method; the default one of the invoice’s user if omitted.'),
  gateway: gatewayName().description('An enabled gateway; the default is the first that the caller may use.'),
  return_url: returnUrl('https://shop.example/paid'),
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
  shipping?: true | number;
  reason?: string | null;
  expected_refund?: number;
}>;

export const refundInput = objectOf<RefundInput>({
  amount: movedAmount().description(
    'The amount in major units; the default is what the items and the shipping cost, or without both the captured amount not yet refunded.',
  ),
  items: fulfilledItemsInput().description(
    'The items that the buyer does not keep. Unfulfilled ones are cancelled, others count as returned.',
  ),
  restock: Joi.boolean().description('Whether the stock of the items is restored; `true` if omitted.').example(true),
  shipping: Joi.alternatives(Joi.boolean().valid(true), movedAmount())
    .description('Whether the shipping is refunded: `true` for all that is left of it, or an amount of it with tax.')
    .example(true),
  reason: text(1, 500).allow(null).description('The reason.').example('One shirt came back.'),
  expected_refund: expectedRefund(),
})
  .id('RefundInput')
  .description('A new refund.');
