import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { orderList } from '#core/orders/order-list.ts';
import type { OrderQueries } from '#core/orders/order-queries.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { OrderRequest } from '#core/orders/pricing.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import type { AddNote } from '#core/orders/use-cases/add-note.ts';
import type { CancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import type { ChangeOrder, OrderPatch } from '#core/orders/use-cases/change-order.ts';
import type { CreateOrder } from '#core/orders/use-cases/create-order.ts';
import type { FulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { FilterParameters, ListParameters } from '../lists/query-schema.ts';
import type { ApiRequest, ApiResponse, Route } from '../pipeline/route.ts';
import { type PageQuery, writeQuery } from '../schemas/fields.ts';
import { orderTable } from './order-export.ts';
import {
  cancellation,
  fulfillmentInput,
  noteInput,
  order,
  orderExportQuery,
  orderInput,
  orderListQuery,
  orderPage,
  orderPatch,
  timeline,
  timelineEntry,
  timelineQuery,
} from './schemas.ts';

/** What the operations of orders are made of. */
export type OrdersRoutesDeps = Readonly<{
  queries: OrderQueries;
  createOrder: CreateOrder;
  changeOrder: ChangeOrder;
  cancelOrder: CancelOrder;
  fulfillOrder: FulfillOrder;
  addNote: AddNote;
  cursors: Cursors;
}>;

type OrderInput = OrderDetails &
  Readonly<{
    items: readonly Readonly<{ product_id: OrderItem['productId']; quantity: number }>[];
    expected_total?: number;
    user_id?: Order['userId'];
    currency?: Currency;
  }>;

type FulfillmentInput = Readonly<{
  items?: readonly Readonly<{ item_id: FulfilledItem['itemId']; quantity: number }>[];
  tracking_number?: string | null;
  carrier?: string | null;
}>;

/** The operations of orders. */
export const ordersRoutes = (deps: OrdersRoutesDeps): Route[] => [
  {
    method: 'get',
    path: '/api/orders',
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description: 'The newest first, unless `sort` says otherwise. Customers see their own.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    query: orderListQuery,
    responses: { 200: { description: 'A page of orders.', schema: orderPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<ListParameters>) => {
      const ownerId = ownerOf(actor);
      return paginate(deps.cursors, { path: '/api/orders', query, scope: ownerId ?? '' }, (page) =>
        deps.queries.list({ ...selectionOf(orderList, query), ownerId, page }),
      );
    },
  },
  {
    method: 'post',
    path: '/api/orders',
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Order something',
    description:
      'Prices, checks `expected_total`, takes the stock, numbers and records the order, or does none of it. Names and ' +
      'prices stay as they were. It is cancelled unless it is paid or sent before `expires_at`. Emits `order.created`, ' +
      '`product.updated` for each stock that is less by it, and `order.paid` for an order that costs nothing.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    query: writeQuery,
    body: orderInput,
    responses: { 201: { description: 'The order.', schema: order } },
    problems: ['unknown_reference', 'currency_mismatch', 'total_changed', 'insufficient_stock'],
    write: ({ actor, body }: ApiRequest<never, OrderInput>) => {
      const work = deps.createOrder(actor, commandOf(body));
      return async (tx) => {
        const created = await work(tx);
        return { ...answerOf(created), status: 201, location: `/api/orders/${created.id}` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/orders/export',
    operationId: 'exportOrders',
    tag: 'Orders',
    summary: 'Export orders as a table',
    description: 'All orders that match, a line for each, as CSV (RFC 4180) in UTF-8.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    query: orderExportQuery,
    responses: { 200: { description: 'The table, with a line of names at first.' } },
    streams: { type: 'text/csv', filename: 'orders.csv' },
    stream: ({ actor, query }: ApiRequest<FilterParameters>) =>
      orderTable(deps.queries, { ...selectionOf(orderList, query), ownerId: ownerOf(actor) }),
  },
  {
    method: 'get',
    path: '/api/orders/{id}',
    id: 'ord',
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Get an order',
    description: 'Customers find their own.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    versioned: true,
    responses: { 200: { description: 'The order.', schema: order } },
    read: async ({ actor, id }) => {
      const { view, version } = await findOrder(deps.queries, actor, id as OrderId);
      return { status: 200, body: view, version };
    },
  },
  {
    method: 'patch',
    path: '/api/orders/{id}',
    id: 'ord',
    operationId: 'updateOrder',
    tag: 'Orders',
    summary: 'Change an open order',
    description: 'Takes a JSON Merge Patch (RFC 7396), of addresses too. Emits `order.updated`.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    versioned: true,
    query: writeQuery,
    body: orderPatch,
    responses: { 200: { description: 'The order.', schema: order } },
    problems: ['invalid_state'],
    write: ({ actor, id, body, expected }: ApiRequest<never, OrderPatch>) => {
      const work = deps.changeOrder(actor, { id: id as OrderId, patch: body, expected });
      return async (tx) => answerOf(await work(tx));
    },
  },
  {
    method: 'post',
    path: '/api/orders/{id}/cancel',
    id: 'ord',
    operationId: 'cancelOrder',
    tag: 'Orders',
    summary: 'Cancel an order',
    description:
      'Before anything of it was sent. What was paid is given back first, then the stock. Emits `order.cancelled`, and ' +
      '`product.updated` for each stock.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    versioned: true,
    query: writeQuery,
    body: cancellation,
    bodyOptional: true,
    callsOutside: true,
    responses: { 200: { description: 'The order.', schema: order } },
    problems: ['invalid_state', 'dry_run_unsupported'],
    write: async ({ actor, id, body, expected, isDryRun }: ApiRequest<never, { reason?: string | null }>) => {
      const reason = body.reason ?? null;
      const work = await deps.cancelOrder(actor, { id: id as OrderId, reason, expected, isDryRun });
      return async (tx) => answerOf(await work(tx));
    },
  },
  {
    method: 'post',
    path: '/api/orders/{id}/fulfillments',
    id: 'ord',
    operationId: 'fulfillOrder',
    tag: 'Orders',
    summary: 'Send a parcel',
    description:
      'Of all that was not sent yet, or of some of it; never more than was bought. Emits `order.fulfilled` once all was ' +
      'sent, and `order.updated` before.',
    access: { kind: 'scope', scope: 'orders:write' },
    versioned: true,
    query: writeQuery,
    body: fulfillmentInput,
    bodyOptional: true,
    responses: { 201: { description: 'The order, with the parcel among its `fulfillments`.', schema: order } },
    problems: ['invalid_state', 'unknown_reference'],
    write: ({ actor, id, body, expected }: ApiRequest<never, FulfillmentInput>) => {
      const { tracking_number: trackingNumber = null, carrier = null } = body;
      const items = body.items?.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
      const work = deps.fulfillOrder(actor, { id: id as OrderId, items, trackingNumber, carrier, expected });
      return async (tx) => ({ ...answerOf(await work(tx)), status: 201, location: `/api/orders/${id}` });
    },
  },
  {
    method: 'post',
    path: '/api/orders/{id}/notes',
    id: 'ord',
    operationId: 'addOrderNote',
    tag: 'Orders',
    summary: 'Note something on an order',
    description:
      'It stands on the timeline for those who work on the order. Buyers do not see it there, but in an export of all that ' +
      'is held of them.',
    access: { kind: 'scope', scope: 'orders:write' },
    query: writeQuery,
    body: noteInput,
    responses: { 201: { description: 'The entry of the timeline.', schema: timelineEntry } },
    write: ({ actor, id, body }: ApiRequest<never, { text: string }>) => {
      const work = deps.addNote(actor, { id: id as OrderId, text: body.text });
      return async (tx) => {
        const entry = timelineEntryView(await work(tx));
        return { status: 201, body: entry, location: `/api/orders/${id}/timeline` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/orders/{id}/timeline',
    id: 'ord',
    operationId: 'getOrderTimeline',
    tag: 'Orders',
    summary: 'Tell what happened to an order',
    description: 'The newest first. Customers find their own, without notes.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    query: timelineQuery,
    responses: { 200: { description: 'A page of what happened.', schema: timeline } },
    problems: ['invalid_cursor'],
    read: async ({ actor, id, query }: ApiRequest<PageQuery>) => {
      await findOrder(deps.queries, actor, id as OrderId);
      const visibility = accessLevelOf(actor, 'orders:read') === 'all' ? 'full' : 'buyer';
      return paginate(deps.cursors, { path: `/api/orders/${id}/timeline`, query, scope: visibility }, (page) =>
        deps.queries.timeline(id as OrderId, page, visibility),
      );
    },
  },
];

const answerOf = (shown: Order): ApiResponse => ({ status: 200, body: orderView(shown), version: shown.version });

const findOrder = async (queries: OrderQueries, actor: Actor, id: OrderId) => {
  const found = await queries.find(id);
  if (found === undefined) throw notFound('order', id);
  requireOwnership(actor, 'orders:read', { kind: 'order', id, userId: found.userId });
  return found;
};

const commandOf = ({ items, expected_total: expectedTotal, user_id: userId, currency, ...details }: OrderInput) => {
  const demanded = items.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
  const demand: OrderRequest = { items: demanded, currency, expectedTotal };
  return { demand, userId, details };
};

/** The user that a list of orders is restricted to; undefined for callers who may see all orders. */
const ownerOf = (actor: Actor) => (accessLevelOf(actor, 'orders:read') === 'all' ? undefined : Actor.userOf(actor));
