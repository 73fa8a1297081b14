import Joi from 'joi';
import type { CartFields, CartPatch } from '#core/carts/cart-contents.ts';
import type { SavedCartId } from '#core/carts/saved-cart.ts';
import { type AcceptedFields, CHECKOUT_STATUSES, type Checkout } from '#core/checkouts/checkout.ts';
import type { CheckoutEventView, CheckoutView } from '#core/checkouts/checkout-view.ts';
import { ORDER_PAYMENT_STATUSES } from '#core/orders/order-states.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import {
  contentsEventFields,
  contentsFields,
  contentsInput,
  contentsPatch,
  pricedFields,
} from '../schemas/cart-contents.ts';
import { orderAmount } from '../schemas/charges.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { currency, idOf, integer, referenceTo, timestamp } from '../schemas/fields.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { gatewayName, gatewayToken, methodChoice, nextAction, returnUrl } from '../schemas/payment-fields.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const accepted = objectOf<AcceptedFields>({
  terms: Joi.boolean().description('The terms of the shop: `true` is needed where it has the rule `terms_page_url`.'),
  withdrawal_waiver: Joi.boolean().description(
    'That the right of withdrawal ends: from services once they are fully performed, from digital content once its supply ' +
      'begins. `true` is needed for either.',
  ),
})
  .id('AcceptedInput')
  .description('What the buyer accepts; the time of each is recorded.')
  .example({ terms: true });

type Choices = Readonly<{ accepted?: AcceptedFields; return_url?: string | null }>;

const RETURN = 'https://shop.example/thanks';

const choices = {
  accepted,
  return_url: returnUrl(RETURN).description('The page of the shop to which the page of the checkout leads back.'),
} satisfies FieldsOf<Choices>;

export type CheckoutInput = CartFields & Choices & Readonly<{ cart_id?: SavedCartId; user_id?: Checkout['userId'] }>;

export const checkoutInput = objectOf<CheckoutInput>({
  cart_id: referenceTo('cart').description(
    'The open cart to order; other fields replace those of the cart. It is ordered once, by one of its checkouts.',
  ),
  user_id: idOf('usr')
    .allow(null)
    .description('Who buys; null or omitted for a guest. Customers buy for themselves.')
    .example(null, { override: true }),
  ...contentsInput,
  ...choices,
})
  .id('CheckoutInput')
  .description('A new checkout.');

export type CheckoutPatch = CartPatch & Choices;

export const checkoutPatch = objectOf<CheckoutPatch>({
  ...contentsPatch,
  ...choices,
})
  .id('CheckoutPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

type Completion = Readonly<{
  expected_total?: number;
  payment_method?: Readonly<{ token?: string; id?: `pm_${string}`; save?: boolean }>;
  gateway?: string;
  return_url?: string | null;
}>;

export const completionInput = objectOf<Completion>({
  expected_total: orderAmount().description(
    'The total that the buyer has seen, in major units. Another one is rejected, and nothing is ordered.',
  ),
  payment_method: methodChoice<NonNullable<Completion['payment_method']>>({
    token: gatewayToken(),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the customer.'),
    save: Joi.boolean().description(
      'With `token`, for signed-in customers: whether it is saved first as a payment method, which is then charged.',
    ),
  }).description('How it is paid; if omitted, the order is placed and paid at `payment_url`.'),
  gateway: gatewayName().description('An enabled gateway; the default is the first that the caller may use.'),
  return_url: returnUrl(RETURN),
})
  .id('CheckoutCompletion')
  .description('The total that was seen, and how it is paid.');

const stateFields = {
  user_id: required(idOf('usr').allow(null), 'Who buys; null for a guest.'),
  cart_id: required(idOf('cart').allow(null), 'The cart that it was created from.', null),
  order_id: required(idOf('ord').allow(null), 'The order that it has placed.', null),
  accepted: objectOf<CheckoutView['accepted']>({
    terms: required(timestamp().allow(null), 'When the buyer accepted the terms of the shop.'),
    withdrawal_waiver: required(
      timestamp().allow(null),
      'When the buyer agreed to the end of the right of withdrawal.',
    ),
  })
    .required()
    .description('What the buyer has accepted, and when.'),
  cancelled_at: required(timestamp().allow(null), 'When it was cancelled before it had an order.'),
  expires_at: required(timestamp(), 'When it ends unless it has placed its order.'),
};

const missing = objectOf<CheckoutView['missing'][number]>({
  pointer: required(Joi.string(), 'The field, as a JSON pointer (RFC 6901).', '/shipping_address'),
  code: required(Joi.string(), 'What is wrong, for programs.', 'any.required'),
  message: required(Joi.string(), 'What would be right, for people.', 'is required: the items are shipped'),
})
  .id('MissingField')
  .description('What a checkout still needs.');

const order = objectOf<NonNullable<CheckoutView['order']>>({
  id: required(idOf('ord'), 'The order.'),
  number: required(integer(1001), 'The order number for people.', 1001),
  payment_status: required(Joi.string().valid(...ORDER_PAYMENT_STATUSES), 'How much of it is paid.', 'paid'),
  total: required(orderAmount(), 'What it costs.'),
  amount_due: required(orderAmount(), 'What is still to be paid.', 0),
  currency: required(currency(), 'ISO 4217 code.', 'USD'),
})
  .id('CheckoutOrder')
  .description('The order of a checkout in short.');

const payment = objectOf<NonNullable<CheckoutView['payment']>>({
  id: required(idOf('pay'), 'The payment.'),
  status: required(Joi.string().valid(...PAYMENT_STATUSES), 'Its status.', 'requires_action'),
  next_action: nextAction(
    'What the payer must do, such as 3-D Secure; null for nothing, and for keys without a scope of payments.',
  ),
})
  .id('CheckoutPayment')
  .description('A payment whose outcome is not known yet.');

type ShownCheckout = CheckoutView &
  Readonly<{ url: string | null; payment_url: string | null; client_secret?: string }>;

export const checkoutSchema = resourceSchema<ShownCheckout>('checkout', 'chk', {
  status: required(
    Joi.string().valid(...CHECKOUT_STATUSES),
    '`incomplete` while something is `missing`, then `ready`; `in_progress` from its order until the payment, then ' +
      '`completed`; or `cancelled` or `expired`, also with its order.',
    'ready',
  ),
  missing: required(Joi.array().items(missing), 'What is needed before it can be completed.', []),
  ...stateFields,
  ...contentsFields,
  ...pricedFields,
  return_url: required(Joi.string().allow(null), 'The page of the shop to which its page leads back.', null),
  order: order.allow(null).required().description('Its order; null before there is one.'),
  payment: payment
    .allow(null)
    .required()
    .description('The payment of the order whose outcome is not known yet; null for none.'),
  url: required(
    Joi.string().uri().allow(null),
    'The page where the buyer completes it. Whoever has the address may do so; null for callers who may not.',
    'https://api.shop.example/checkout/cpx_01h455vb4pex5vsknk084sn02q_c2lnbmF0dXJlb2ZjaGtvdQ',
  ),
  payment_url: required(
    Joi.string().uri().allow(null),
    'The page where the order is paid, while it waits for that; null otherwise, and for callers who may not write it.',
    null,
  ),
  client_secret: Joi.string()
    .description(
      'Only for visitors, only where it is created, and not in a dry run: opens the checkout as `Checkout-Token`, and then ' +
        'the order of a guest as `Order-Token`.',
    )
    .example('cpx_01h455vb4pex5vsknk084sn02q_c2lnbmF0dXJlb2ZjaGtvdQ'),
  actions: required(
    Joi.array().items(Joi.string().example('complete')),
    'What its state allows: `complete`, `cancel`.',
  ),
})
  .id('Checkout')
  .description('The steps from what a buyer wants to a paid order.');

export const checkoutEvents: EventSchemas = {
  checkout: eventOf(
    resourceSchema<CheckoutEventView>('checkout', 'chk', { ...stateFields, ...contentsEventFields })
      .id('CheckoutWithoutBuyer')
      .description('A checkout as its events show it: without what is personal.'),
  )
    .id('CheckoutEvent')
    .description('An event of a checkout.'),
};
