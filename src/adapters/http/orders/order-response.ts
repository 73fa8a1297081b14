import type { Order } from '#core/orders/order.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import { makeAllowedActions } from '../pipeline/allowed-actions.ts';
import { resourceResponse } from '../pipeline/responses.ts';
import type { ApiResponse } from '../pipeline/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';

/** Orders with the actions that the caller may do. */
export const orderActions = makeAllowedActions<OrderView>(ORDER_ACTIONS);

const response = resourceResponse(orderView);

/** A changed order, for the caller. */
export const orderResponse =
  (actor: Actor) =>
  (order: Order): ApiResponse =>
    orderActions.response(actor, response(order));
