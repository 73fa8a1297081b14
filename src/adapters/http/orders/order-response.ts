import { type CustomerPolicy, cancelPermission } from '#core/orders/customer-policy.ts';
import type { Order } from '#core/orders/order.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import { makeAllowedActions } from '../pipeline/allowed-actions.ts';
import { resourceResponse } from '../pipeline/responses.ts';
import type { ApiResponse } from '../pipeline/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';

/** Orders with the actions that the caller may do. */
export type OrderResponses = ReturnType<typeof makeOrderResponses>;

const response = resourceResponse(orderView);

export const makeOrderResponses = (policy: CustomerPolicy) => {
  const actions = makeAllowedActions<OrderView>(
    ORDER_ACTIONS,
    (action, { payment_status: status }) => action !== 'cancel' || policy.includes(cancelPermission(status)),
  );
  return {
    ...actions,
    /** A changed order, for the caller. */
    changed:
      (actor: Actor) =>
      (order: Order): ApiResponse =>
        actions.response(actor, response(order)),
  };
};
