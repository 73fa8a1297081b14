import Joi from 'joi';
import type { CartFields, CartPatch } from '#core/carts/cart-contents.ts';
import type { PricedContentsView } from '#core/carts/quote-view.ts';
import { CART_STATUSES, type SavedCart } from '#core/carts/saved-cart.ts';
import type { CartEventView, StoredCartView } from '#core/carts/saved-cart-view.ts';
import {
  contentsEventFields,
  contentsFields,
  contentsInput,
  contentsPatch,
  pricedFields,
} from '../schemas/cart-contents.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { idOf, line, pageOf, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

export type CartInput = CartFields & Readonly<{ user_id?: SavedCart['userId'] }>;

export const cartInput = objectOf<CartInput>({
  user_id: idOf('usr')
    .allow(null)
    .description('Whose cart it is; null or omitted for a guest. Customers create their own.')
    .example(null, { override: true }),
  ...contentsInput,
})
  .id('CartInput')
  .description('A new cart.');

export const cartPatch = objectOf<CartPatch>(contentsPatch)
  .id('CartPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const cartMerge = objectOf<Readonly<{ client_secret: string }>>({
  client_secret: required(
    line(255),
    'The `client_secret` of the guest’s cart.',
    'cpc_01h455vb4pex5vsknk084sn02q_c2lnbmF0dXJlb2ZjYXJ0cw',
  ),
})
  .id('CartMerge')
  .description('What opens the cart of a guest.');

const stateFields = {
  status: required(Joi.string().valid(...CART_STATUSES), '`open`, or `ordered` once all of it is ordered.', 'open'),
  user_id: required(idOf('usr').allow(null), 'Whose cart it is; null for a guest’s.'),
  order_id: required(idOf('ord').allow(null), 'The last order of it, or of a part of it.', null),
  abandoned_at: required(timestamp().allow(null), 'When it was announced as abandoned; null until then.', null),
  expires_at: required(timestamp(), 'When it is removed unless it is written before.'),
};

type CartView = StoredCartView & Partial<PricedContentsView> & Readonly<{ client_secret?: string }>;

export const cartSchema = resourceSchema<CartView>('cart', 'cart', {
  ...stateFields,
  ...contentsFields,
  ...pricedFields,
  client_secret: Joi.string()
    .description('Only for a guest, only where it is created, and not in a dry run: opens the cart as `Cart-Token`.')
    .example('cpc_01h455vb4pex5vsknk084sn02q_c2lnbmF0dXJlb2ZjYXJ0cw'),
})
  .id('Cart')
  .description('A cart that the service keeps. Lists show it without `quote` and `changes`.');

export const cartPage = pageOf('CartList', cartSchema);

export const cartEvents: EventSchemas = {
  cart: eventOf(
    resourceSchema<CartEventView>('cart', 'cart', { ...stateFields, ...contentsEventFields })
      .id('CartWithoutBuyer')
      .description('A cart as its events show it: without what is personal.'),
  )
    .id('CartEvent')
    .description('An event of a cart.'),
};
