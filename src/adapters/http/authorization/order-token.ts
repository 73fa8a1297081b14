import type { OpenOrder } from '#core/orders/order-access.ts';
import type { Actor } from '#core/shared/actor.ts';
import { HttpError } from '../responses/problem.ts';

export const ORDER_TOKEN = 'Order-Token';

/** Longer than every token. */
const MAX_LENGTH = 255;

/**
 * The visitor with the order that the header opens. Without the header the visitor is unchanged.
 * @throws HttpError `invalid_order_token`.
 */
export const withOrderOf = async (actor: Actor, token: string | undefined, openOrder: OpenOrder): Promise<Actor> => {
  if (token === undefined || token === '') return actor;
  const order = token.length > MAX_LENGTH ? undefined : await openOrder(token);
  if (order !== undefined) return { ...actor, order };
  const message = 'must be the client_secret of an order, or the token of a link that has not expired';
  const errors = [{ header: ORDER_TOKEN, code: 'header.token', message }];
  throw new HttpError(403, 'invalid_order_token', `${ORDER_TOKEN} ${message}`, { errors });
};
