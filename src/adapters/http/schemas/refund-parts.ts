import Joi from 'joi';
import type { RefundPartsView } from '#core/orders/refund-parts.ts';
import { orderAmount } from './charges.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** The field of a request with the refund that the caller saw. */
export const expectedRefund = (): Joi.NumberSchema =>
  Joi.number()
    .min(0)
    .description('The refund that a dry run has shown, in major units; another one is 409 `total_changed`.')
    .example(20);

const refundParts = objectOf<RefundPartsView>({
  amount: required(orderAmount(), 'What is refunded, in major units.', 20),
  items: required(orderAmount(), 'What the items cost, after discounts and with tax.', 20),
  shipping: required(orderAmount(), 'What the shipping cost, with tax.', 0),
  tax: required(orderAmount(), 'The tax in both.', 3.19),
  discount: required(orderAmount(), 'The discounts that reduced both.', 0),
  covered: required(orderAmount(), 'What of both an earlier refund covers already.', 0),
})
  .id('RefundParts')
  .description('What a refund pays, and for what.');

/** The schema of a response whose dry run shows the parts of its refund. */
export const withRefundParts = (schema: Joi.ObjectSchema, id: string): Joi.ObjectSchema =>
  schema
    .keys({
      refund_parts: refundParts.description('Only in the response to a dry run: what is refunded, and for what.'),
    })
    .id(id);
