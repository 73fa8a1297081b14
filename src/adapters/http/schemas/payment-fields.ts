import Joi from 'joi';
import { CAPTURE_METHODS } from '#core/payments/payment.ts';
import { GATEWAY_NAME } from '#core/payments/payment-gateway.ts';
import type { PaymentView } from '#core/payments/payment-view.ts';
import { matching } from './fields.ts';
import { objectOf } from './object-of.ts';

export const gatewayName = (): Joi.StringSchema =>
  matching(Joi.string(), GATEWAY_NAME.pattern, GATEWAY_NAME.message)
    .meta({ maxLength: GATEWAY_NAME.maxLength })
    .example('sandbox');

/** Where a gateway sends the payer. */
export const paymentUrl = (): Joi.StringSchema =>
  Joi.string()
    .max(2000)
    .uri({ scheme: ['https', 'http'] })
    .messages({
      'string.uri': 'must be a URL',
      'string.uriCustomScheme': 'must be a URL such as https://shop.example/paid',
    });

export const nextAction = (description: string): Joi.ObjectSchema =>
  objectOf<NonNullable<PaymentView['next_action']>>({
    redirect_url: Joi.string()
      .required()
      .description('The URL to redirect the payer to.')
      .example('https://bank.example/3ds'),
  })
    .allow(null)
    .required()
    .description(description);

/** The message for a payment method that is neither a token nor an id, or both. */
export const ONE_SOURCE = 'must have either a token or an id';

export const captureMethod = (): Joi.StringSchema => Joi.string().valid(...CAPTURE_METHODS);
