import { accessLevelOf } from '#core/access/ownership.ts';
import { cancelPermission } from '#core/orders/customer-policy.ts';
import type { Order } from '#core/orders/order.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Found, Json, type Page } from '#core/shared/page.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { CustomerPermission } from '#core/shop/rules.ts';
import type { Transaction } from '#core/storage.ts';
import type { OrderWithdrawals } from '#core/withdrawals/order-withdrawal.ts';
import { makeAllowedActions } from '../authorization/allowed-actions.ts';
import { resourceResponse } from '../responses/responses.ts';
import type { ApiResponse } from '../routing/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';

/** Orders with the actions that the caller may do; single ones also with what may be withdrawn from, and for the staff with the note. */
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

type Deps = Readonly<{ rules: ShopRulesQueries; withdrawals: OrderWithdrawals }>;

type FoundOrder = Found<OrderView> & Pick<Order, 'withdrawalTerms' | 'note'>;

/** What only the staff sees of an order. */
const staffPart = (actor: Actor, { note }: Pick<Order, 'note'>) =>
  SCOPES.some((scope) => accessLevelOf(actor, scope) === 'all') ? { note } : {};

const SCOPES = ['orders:read', 'orders:write'] as const;

export const makeOrderResponses = ({ rules, withdrawals }: Deps) => {
  const readRules = () => rules.get();

  /** A response with the view of an order, and what may be withdrawn from, in the transaction that writes it. */
  const shown = async (
    tx: Transaction,
    actor: Actor,
    { order, ...answer }: ApiResponse & Readonly<{ order: Order }>,
  ): Promise<ApiResponse> => {
    const withdrawal = await withdrawals.of(tx, order);
    const body = { ...(answer.body as OrderView), withdrawal, ...staffPart(actor, order) };
    return (await actionsFor(actor, () => tx.shopRules.read())).response(actor, { ...answer, body });
  };

  return {
    found: async <F extends FoundOrder>(actor: Actor, found: F): Promise<F> => {
      const withdrawal = await withdrawals.ofView(Json.parse(found.view), found.withdrawalTerms);
      const own = (await actionsFor(actor, readRules)).found(actor, found);
      // the rest stays unparsed
      const added = JSON.stringify({ withdrawal, ...staffPart(actor, found) });
      return { ...own, view: `${own.view.slice(0, -1)},${added.slice(1)}` };
    },

    page: async (actor: Actor, page: Page<OrderView>): Promise<Page<OrderView>> =>
      (await actionsFor(actor, readRules)).page(actor, page),

    shown,

    /** A changed order, for the caller. */
    changed:
      (actor: Actor) =>
      (order: Order, tx: Transaction): Promise<ApiResponse> =>
        shown(tx, actor, { ...response(order), order }),
  };
};
