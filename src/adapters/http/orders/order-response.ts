import { accessLevelOf } from '#core/access/ownership.ts';
import { cancelPermission } from '#core/orders/customer-policy.ts';
import type { Order } from '#core/orders/order.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { RulesTx, ShopRulesQueries } from '#core/shop/ports.ts';
import type { CustomerPermission } from '#core/shop/rules.ts';
import { makeAllowedActions } from '../authorization/allowed-actions.ts';
import { resourceResponse } from '../responses/responses.ts';
import type { ApiResponse } from '../routing/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';

/** Orders with the actions that the caller may do. */
export type OrderResponses = ReturnType<typeof makeOrderResponses>;

type ReadRules = () => Promise<Readonly<{ customer_permissions: readonly CustomerPermission[] }>>;

const response = resourceResponse(orderView);

const STAFF_ACTIONS = makeAllowedActions<OrderView>(ORDER_ACTIONS);

/** Reads the rules only for callers whom they concern. */
const actionsFor = async (actor: Actor, readRules: ReadRules): Promise<typeof STAFF_ACTIONS> => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return STAFF_ACTIONS;
  const { customer_permissions: permissions } = await readRules();
  return makeAllowedActions<OrderView>(
    ORDER_ACTIONS,
    (action, { payment_status: status }) => action !== 'cancel' || permissions.includes(cancelPermission(status)),
  );
};

export const makeOrderResponses = (rules: ShopRulesQueries) => {
  const readRules = () => rules.get();
  const shown = async (tx: RulesTx, actor: Actor, answer: ApiResponse): Promise<ApiResponse> =>
    (await actionsFor(actor, () => tx.shopRules.read())).response(actor, answer);
  return {
    found: async <F extends Found<OrderView>>(actor: Actor, found: F): Promise<F> =>
      (await actionsFor(actor, readRules)).found(actor, found),

    page: async (actor: Actor, page: Page<OrderView>): Promise<Page<OrderView>> =>
      (await actionsFor(actor, readRules)).page(actor, page),

    /** A response with an order, in the transaction that writes it. */
    shown,

    /** A changed order, for the caller. */
    changed:
      (actor: Actor) =>
      (order: Order, tx: RulesTx): Promise<ApiResponse> =>
        shown(tx, actor, response(order)),
  };
};
