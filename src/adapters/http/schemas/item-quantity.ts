import Joi from 'joi';

/** The most items of an order, and so of its fulfillments, refunds and returns. */
export const MAX_ITEMS = 100;

/** The quantity of an item. */
export const itemQuantity = (): Joi.NumberSchema =>
  Joi.number().integer().min(1).max(10_000).description('The quantity.').example(2);
