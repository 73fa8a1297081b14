import { sql } from 'kysely';
import { Order, type OrderId } from '#core/orders/order.ts';
import { type OrderFilter, orderList } from '#core/orders/order-list.ts';
import type { OrderListQuery, OrderQueries, TimelineVisibility } from '#core/orders/order-queries.ts';
import {
  FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_STATUSES,
  type OrderState,
} from '#core/orders/order-states.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { type Condition, columnEquals, constantCondition } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { joinEntries } from '../timelines/timeline-columns.ts';

/** Every state that an order could be in. */
const STATES: readonly OrderState[] = ORDER_STATUSES.flatMap((status) =>
  ORDER_PAYMENT_STATUSES.flatMap((payment) =>
    FULFILLMENT_STATUSES.map((fulfillment) => ({ status, payment, fulfillment })),
  ),
);

/** As the column `state` has it. */
const nameOf = ({ status, payment, fulfillment }: OrderState): string => `${status} ${payment} ${fulfillment}`;

/** An expression of something that follows from an order's state, told apart by what it is. */
const byState = (expressionOf: (state: OrderState) => string): string => {
  const states = Map.groupBy(STATES, expressionOf);
  const cases = [...states].map(
    ([value, some]) => `when t.state in (${some.map((state) => `'${nameOf(state)}'`)}) then ${value}`,
  );
  return `case ${cases.join(' ')} end`;
};

type OrderPaymentState = Pick<Order, 'state' | 'cancellingSince'>;

/** The same, where it matters too whether the order is being cancelled. */
const byStanding = (expressionOf: (standing: OrderPaymentState) => string): string => {
  const [standing, cancelling] = [null, new Date(0)].map((cancellingSince) =>
    byState((state) => expressionOf({ state, cancellingSince })),
  );
  return `case when t.cancelling_since is null then ${standing} else ${cancelling} end`;
};

/** The row `json` of an order `t` as the API shows it. */
export const JOIN_ORDER = joinJson({
  id: 't.id',
  object: `'order'`,
  number: 't.number',
  status: 't.status',
  payment_status: 't.payment_status',
  fulfillment_status: 't.fulfillment_status',
  items: 't.items',
  subtotal: 'trim_scale(t.total)',
  total: 'trim_scale(t.total)',
  amount_paid: 'trim_scale(t.amount_paid)',
  amount_refunded: 'trim_scale(t.amount_refunded)',
  amount_due: byStanding((standing) =>
    Order.isPayable(standing) ? 'trim_scale(t.total - t.amount_paid + t.amount_refunded)' : '0',
  ),
  currency: 't.currency',
  expires_at: timestamp('t.expires_at'),
  user_id: 't.user_id',
  email: 't.email',
  shipping_address: 't.shipping_address',
  billing_address: 't.billing_address',
  fulfillments: 't.fulfillments',
  cancelled_at: timestamp('t.cancelled_at'),
  cancel_reason: 't.cancel_reason',
  metadata: 't.metadata',
  actions: byStanding((standing) => `'${JSON.stringify(Order.actions(standing))}'::json`),
  version: 't.version',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

const ITEM = sql.raw<string>('row_to_json(json)::text');

const ORDER_VIEW = sql.raw(JOIN_ORDER);

const FIND = `
  select t.version, t.user_id as "userId", row_to_json(json)::text as view from orders t ${JOIN_ORDER} where t.id = $1`;

type Found = { view: Json<OrderView>; version: number; userId: Order['userId'] };

export class PostgresOrderQueries implements OrderQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: OrderId): Promise<Found | undefined> {
    return (await this.#database.query<Found>({ text: FIND, values: [id] }))[0];
  }

  list(query: OrderListQuery): Promise<Page<OrderView>> {
    return readPage(this.#database, orderPage(query));
  }

  timeline(id: OrderId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<TimelineEntryView>> {
    return readPage(this.#database, timelinePage(id, page, visibility));
  }
}

/** Orders with each of their products, in the order of the index on product and time. */
const CONTENTS = sql`(select product_id, created_at, order_id as id from order_products)`;

/** The same, where conditions need more than the product and the time. */
const CONTENTS_OF_ORDERS = sql`(
  select content.product_id, content.created_at, content.order_id as id, o.state, o.user_id, o.email_key, o.number
  from order_products content join orders o on o.id = content.order_id)`;

const orderTable = listTable('orders')(orderList, {
  columns: {},
  conditions: {
    // of the contents
    product_id: (id) => columnEquals('product_id', id),
  },
});

/** The filters that leave so few orders that an index on the state is not needed. */
const SELECTIVE = ['user_id', 'email', 'number', 'product_id'] as const;

/** The statement of `list`, for tests of its plan. */
export const orderPage = ({
  filter: { status, payment_status, fulfillment_status, ...filter },
  ownerId,
  sort = orderList.defaultSort,
  page,
}: OrderListQuery): PageQuery => {
  const isSelective = ownerId !== undefined || SELECTIVE.some((name) => filter[name] !== undefined);
  const states = statesOf({ status, payment_status, fulfillment_status });
  const source = sourceOf({ ...filter, ownerId, states });
  return {
    name: `orders ${source?.name}`,
    table: 'orders',
    ...(source === undefined ? {} : { from: source.rows }),
    ...(states !== undefined && !isSelective ? { anyOf: { column: 'state', values: states } } : {}),
    conditions: [
      ...(states !== undefined && isSelective ? [isInState(states)] : []),
      ...(ownerId === undefined ? [] : [columnEquals('user_id', ownerId)]),
      ...filterConditions(orderTable, filter),
    ],
    sort,
    join: ORDER_VIEW,
    item: ITEM,
    page,
  };
};

type SourceConditions = OrderFilter & Readonly<{ ownerId: unknown; states: unknown }>;

/** The rows that contain a product's orders; undefined where the table itself does. */
const sourceOf = ({ product_id, user_id, email, number, ownerId, states }: SourceConditions) => {
  if (product_id === undefined) return undefined;
  const needsOrder = [user_id, email, number, ownerId, states].some((value) => value !== undefined);
  return needsOrder ? { name: 'contents of orders', rows: CONTENTS_OF_ORDERS } : { name: 'contents', rows: CONTENTS };
};

const isInState = (states: readonly string[]): Condition => ({
  shape: 'states',
  values: { states },
  sql: ($) => sql`t.state = any(${$('states')}::text[])`,
});

/** The states that match a filter; undefined where all do. */
const statesOf = ({
  status,
  payment_status: payment,
  fulfillment_status: fulfillment,
}: Pick<OrderFilter, 'status' | 'payment_status' | 'fulfillment_status'>): string[] | undefined => {
  if (status === undefined && payment === undefined && fulfillment === undefined) return undefined;
  const matching = STATES.filter(
    (state) =>
      (status ?? state.status) === state.status &&
      (payment ?? state.payment) === state.payment &&
      (fulfillment ?? state.fulfillment) === state.fulfillment,
  );
  return matching.map(nameOf);
};

/** The row `json` of a timeline's entry `t` as the API shows it. */
export const JOIN_ENTRY = joinEntries('order_id');

/** The statement of `timeline`, for tests of its plan. */
export const timelinePage = (id: OrderId, page: PageRequest, visibility: TimelineVisibility): PageQuery => ({
  name: `order timeline ${visibility}`,
  table: 'order_timeline',
  conditions: [
    columnEquals('order_id', id),
    ...(visibility === 'full' ? [] : [constantCondition('no notes', sql`t.type <> 'note'`)]),
  ],
  sort: newestFirstList.defaultSort,
  join: sql.raw(JOIN_ENTRY[visibility]),
  item: ITEM,
  page,
});
