import Joi from 'joi';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import { idOf, itemQuantity } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** Quantities of an order's items in a body: at least one, each item once. */
export const fulfilledItemsInput = (): Joi.ArraySchema =>
  Joi.array()
    .items(
      objectOf<FulfilledItemView>({
        item_id: required(idOf('item'), 'An item of the order.'),
        quantity: itemQuantity().required(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS)
    .unique('item_id');

/** Quantities of an order's items in a response. */
export const fulfilledItems = (): Joi.ArraySchema =>
  Joi.array()
    .items(objectOf<FulfilledItemView>({ item_id: idOf('item').required(), quantity: itemQuantity().required() }))
    .required();
