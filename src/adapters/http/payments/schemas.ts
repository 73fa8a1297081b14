import Joi from 'joi';
import { CAPTURE_METHODS } from '#core/payments/payment.ts';
import { GATEWAY_NAME } from '#core/payments/payment-gateway.ts';
import { paymentList } from '#core/payments/payment-list.ts';
import { OPERATION_STATUSES } from '#core/payments/payment-operation.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { querySchema } from '../lists/query-schema.ts';
import {
  idOf,
  line,
  listOf,
  matching,
  pairs,
  resourceFields,
  text,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';

const amount = (): Joi.NumberSchema => Joi.number().min(0).max(999_999_999_999.99).example(39.98);

const status = () =>
  Joi.string()
    .valid(...PAYMENT_STATUSES)
    .example('succeeded');
const captureMethod = () => Joi.string().valid(...CAPTURE_METHODS);

const gatewayName = (): Joi.StringSchema =>
  matching(Joi.string(), GATEWAY_NAME.pattern, GATEWAY_NAME.message).example('sandbox');

const url = (): Joi.StringSchema =>
  Joi.string()
    .max(2000)
    .uri({ scheme: ['https', 'http'] })
    .messages({
      'string.uri': 'must be a URL',
      'string.uriCustomScheme': 'must be a URL such as https://shop.example/paid',
    });

export const paymentInput = Joi.object({
  order_id: idOf('ord').required().description('The order that is paid.'),
  payment_method: Joi.object({
    token: line(255)
      .required()
      .description('Stands for a card or an account at the gateway; never a card’s number.')
      .example('tok_success'),
  })
    .required()
    .description('By what is paid.')
    .example({ token: 'tok_success' }),
  amount: amount().description('In major units; all that is still due if left out.'),
  capture_method: captureMethod()
    .description('`automatic` takes the sum at once; `manual` has it held until it is captured.')
    .example('automatic'),
  gateway: gatewayName().description('One that is switched on; the first of them if left out.'),
  return_url: url()
    .allow(null)
    .description('Where the payer comes back to, who has to do something elsewhere.')
    .example('https://shop.example/paid'),
  metadata: pairs().description('At most 50 string pairs of your own.').example({ channel: 'newsletter' }),
})
  .id('PaymentInput')
  .description('How an order is paid.');

const part = (description: string) => amount().description(description);

export const captureInput = Joi.object({ amount: part('In major units; all that is held if left out.') })
  .id('CaptureInput')
  .description('What is taken of a sum that is held.');

export const paymentCancellation = Joi.object({})
  .id('PaymentCancellation')
  .description('Nothing has to be said to let go of a payment.');

export const refundInput = Joi.object({
  amount: part('In major units; all that was captured and not given back if left out.'),
  reason: text(0, 500).allow(null).description('Why.').example('One shirt came back.'),
})
  .id('RefundInput')
  .description('What is given back.');

export const payment = Joi.object({
  ...resourceFields('payment', 'pay'),
  order_id: idOf('ord').required().description('The order that is paid.'),
  user_id: idOf('usr').allow(null).required().description('Whose order it is; null for a guest’s.'),
  status: status().required().description('Where it stands. `processing`: the gateway has not told yet.'),
  amount: amount().required().description('The sum, in major units.'),
  amount_captured: amount().required().description('What was taken of it.'),
  amount_refunded: amount().required().description('What was given back of that.'),
  currency: Joi.string().required().description('The order’s currency.').example('USD'),
  capture_method: captureMethod().required().description('When the sum is taken.').example('automatic'),
  gateway: gatewayName().required().description('By which gateway.'),
  gateway_reference: Joi.string().allow(null).required().description('What the gateway calls it.').example('sandbox_1'),
  next_action: Joi.object({
    redirect_url: Joi.string().required().description('Where the payer has to go.').example('https://bank.example/3ds'),
  })
    .allow(null)
    .required()
    .description('What the payer has to do, with `requires_action`.'),
  failure_code: Joi.string().allow(null).required().description('Why it failed, for programs.').example('card_expired'),
  failure_message: Joi.string().allow(null).required().description('Why it failed, for people.'),
  metadata: pairs().required().description('Pairs of your own.').example({ channel: 'newsletter' }),
  actions: Joi.array()
    .items(Joi.string().valid('capture', 'cancel', 'refund'))
    .required()
    .description('What may be done with it now.')
    .example(['refund']),
  ...versionFields,
})
  .id('Payment')
  .description('Somebody’s paying of an order, or of a part of it.');

export const refund = Joi.object({
  ...resourceFields('refund', 're'),
  payment_id: idOf('pay').required().description('The payment that it is given back of.'),
  status: Joi.string()
    .valid(...OPERATION_STATUSES)
    .required()
    .description('`pending`: the gateway has not told yet.')
    .example('succeeded'),
  amount: amount().required().description('In major units.'),
  currency: Joi.string().required().description('The payment’s currency.').example('USD'),
  reason: Joi.string().allow(null).required().description('Why.').example('One shirt came back.'),
  failure_code: Joi.string().allow(null).required().description('Why it failed, for programs.').example('declined'),
  failure_message: Joi.string().allow(null).required().description('Why it failed, for people.'),
  created_at: timestamp().required().description('When it was asked for.'),
  updated_at: timestamp().required().description('When its status last changed.'),
})
  .id('Refund')
  .description('Money that is given back.');

const paymentEntry = Joi.object({
  ...resourceFields('timeline_entry', 'tml'),
  payment_id: idOf('pay').required().description('The payment.'),
  type: Joi.string().required().description('What happened.').example('captured'),
  actor: Joi.object({
    kind: Joi.string().required().description('How they were recognised.').example('api_key'),
    user_id: idOf('usr').allow(null).required().description('On whose account.'),
    credential_id: Joi.string().allow(null).required().description('By which key or session.'),
  })
    .allow(null)
    .required()
    .description('Who did it; null for the payer’s eyes.'),
  details: Joi.object().unknown().required().description('What there is to say of it.'),
  created_at: timestamp().required().description('When it happened.'),
  updated_at: timestamp().required().description('The same.'),
})
  .id('PaymentEntry')
  .description('Something that happened to a payment: what was asked of the gateway, and what came of it.');

export const paymentPage = listOf('PaymentList', payment);
export const refundPage = listOf('RefundList', refund);
export const paymentTimeline = listOf('PaymentTimeline', paymentEntry);

export const paymentListQuery = querySchema(paymentList);

export const paymentPartsQuery = querySchema(newestFirstList);
