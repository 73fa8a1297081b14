import Joi from 'joi';
import { PAYMENT_METHOD_STATUSES, type PaymentMethodView } from '#core/payments/methods/payment-method.ts';
import type { UserId } from '#core/users/user.ts';
import { type EventSchemas, erasable, eventOf } from '../schemas/event.ts';
import { idOf, integer, pageOf, referenceTo } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { gatewayName, gatewayToken, nextAction, returnUrl } from '../schemas/payment-fields.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

type PaymentMethodInput = Readonly<{
  user_id?: UserId;
  token: string;
  gateway?: string;
  return_url?: string | null;
}>;

export const paymentMethodInput = objectOf<PaymentMethodInput>({
  user_id: referenceTo('usr').description('Whose payment method it is; the default is the caller.'),
  token: gatewayToken().required(),
  gateway: gatewayName().description(
    'An enabled gateway with the capability `saved_methods`; the default is the first that the caller may use.',
  ),
  return_url: returnUrl('https://shop.example/account'),
})
  .id('PaymentMethodInput')
  .description('A payment method to save.');

export const paymentMethodSchema = resourceSchema<PaymentMethodView>('payment_method', 'pm', {
  user_id: required(idOf('usr'), 'Whose payment method it is.'),
  gateway: required(gatewayName(), 'The gateway that has saved it.'),
  status: required(
    Joi.string().valid(...PAYMENT_METHOD_STATUSES),
    'The status. Only an `active` one can be charged. `saving`: the gateway’s outcome is not known yet. A `failed` one ' +
      'disappears after some days.',
    'active',
  ),
  type: required(Joi.string().allow(null), 'The type, such as `card`; null until it is saved.', 'card'),
  brand: required(Joi.string().allow(null), 'The brand of a card.', 'visa'),
  last4: required(Joi.string().allow(null), 'The last four digits.', '4242'),
  exp_month: required(integer(1).max(12).allow(null), 'The month in which it expires.', 12),
  exp_year: required(integer(2000).max(9999).allow(null), 'The year in which it expires.', 2030),
  is_default: required(
    Joi.boolean(),
    'Whether it is the user’s default. Of a user’s active payment methods, exactly one is.',
    true,
  ),
  next_action: nextAction('With `requires_action`: the payer’s next action.'),
  failure_code: required(Joi.string().allow(null), 'The failure code for programs.', 'card_expired'),
  failure_message: required(Joi.string().allow(null), 'The failure message for people.'),
})
  .id('PaymentMethod')
  .description('A card or an account that a user has saved for later payments.');

export const paymentMethodPage = pageOf('PaymentMethodList', paymentMethodSchema);

export const paymentMethodEvents: EventSchemas = {
  payment_method: eventOf(erasable(paymentMethodSchema, 'user_id', 'PaymentMethodOfEvent'))
    .id('PaymentMethodEvent')
    .description('An event of a payment method.'),
};
