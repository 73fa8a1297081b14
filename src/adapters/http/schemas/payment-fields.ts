import Joi from 'joi';
import { CAPTURE_METHODS } from '#core/payments/payment.ts';
import { GATEWAY_NAME } from '#core/payments/payment-gateway.ts';
import type { PaymentView } from '#core/payments/payment-view.ts';
import type { Id } from '#core/shared/id.ts';
import { line, matching } from './fields.ts';
import { type FieldsOf, objectOf } from './object-of.ts';
import { required } from './required.ts';

export const gatewayName = (): Joi.StringSchema =>
  matching(Joi.string(), GATEWAY_NAME.pattern, GATEWAY_NAME.message)
    .meta({ maxLength: GATEWAY_NAME.maxLength })
    .example('sandbox');

export const nextAction = (description: string): Joi.ObjectSchema =>
  objectOf<NonNullable<PaymentView['next_action']>>({
    redirect_url: required(Joi.string(), 'The URL to redirect the payer to.', 'https://bank.example/3ds'),
  })
    .allow(null)
    .required()
    .description(description);

/** The URL to which the payer returns. @param example One of the shop's pages. */
export const returnUrl = (example: string): Joi.StringSchema =>
  Joi.string()
    .max(2000)
    .uri({ scheme: ['https', 'http'] })
    // such as one with a port above 65535
    .custom((value: string, helpers) => (URL.canParse(value) ? value : helpers.error('string.uri')))
    .messages({
      'string.uri': 'must be a URL',
      'string.uriCustomScheme': 'must be a URL such as https://shop.example/paid',
    })
    .allow(null)
    .description('Where the gateway sends the payer after an action such as 3-D Secure.')
    .example(example);

export const gatewayToken = (): Joi.StringSchema =>
  line(255).description('The gateway’s token of a card or an account; never a card number.').example('tok_success');

const ONE_SOURCE = 'must have either a token or an id';

/** A payment method: exactly one of the fields `token` and `id`, and perhaps others. */
export const methodChoice = <Choice extends Readonly<{ token?: string | undefined; id?: Id<'pm'> | undefined }>>(
  fields: FieldsOf<Choice>,
): Joi.ObjectSchema<Choice> =>
  objectOf<Choice>(fields)
    .xor('token', 'id')
    .messages({ 'object.missing': ONE_SOURCE, 'object.xor': ONE_SOURCE })
    .example({ token: 'tok_success' });

export const captureMethod = (): Joi.StringSchema => Joi.string().valid(...CAPTURE_METHODS);
