import { LinkedOrder } from '#core/orders/linked-order.ts';
// Why: docs/decisions/0014-order-lists-by-state.md

import { type SqlBool, sql } from 'kysely';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { OrderId } from '#core/orders/order.ts';
import {
  FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_STATUSES,
  type OrderState,
} from '#core/orders/order-states.ts';
import { type OrderFilter, type OrderView, orderList } from '#core/orders/order-view.ts';
import type { OrderListQuery, OrderQueries, TimelineVisibility } from '#core/orders/ports.ts';
import { STAFF_ENTRIES, type TimelineEntryView } from '#core/orders/timeline-entry.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList, type Sort } from '#core/shared/list.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import { type Condition, columnEquals, constantCondition } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, type PageQuery, readPage } from '../lists/page-query.ts';
import { customerOf } from '../pricing/customer-of.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { toWithdrawalTerms } from '../tables/orders.ts';
import { matchCondition, searchCondition } from './order-search.ts';
import { ORDER_ENTRY_VIEWS, ORDER_VIEW } from './order-views.ts';

/** Every combination of statuses. */
const STATES: readonly OrderState[] = ORDER_STATUSES.flatMap((status) =>
  ORDER_PAYMENT_STATUSES.flatMap((payment) =>
    FULFILLMENT_STATUSES.map((fulfillment) => ({ status, payment, fulfillment })),
  ),
);

/** The value of the column `state`. */
const nameOf = ({ status, payment, fulfillment }: OrderState): string => `${status} ${payment} ${fulfillment}`;

const FIND_VIEW = prepare<{ id: OrderId }>()(($) =>
  db
    .selectFrom('orders as t')
    .crossJoinLateral(ORDER_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', 't.withdrawal_terms', 't.note', ORDER_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

const FIND_LINKED = prepare<{ id: OrderId }>()(($) =>
  db
    .selectFrom('orders as o')
    .leftJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.user_id as userId', 'o.email', 'u.email as accountEmail'])
    .where('o.id', '=', $('id')),
);

const FIND_BY_SECRET = prepare<{ hash: TokenHash }>()(($) =>
  db.selectFrom('orders').select('id').where('guest_secret_hash', '=', $('hash')),
);

/** Exported so that a test reads its plan. */
export const FIND_OF_CHECKOUT = prepare<{ checkoutId: Id<'chk'> }>()(($) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', $('checkoutId'))
    .where('guest_secret_hash', 'is not', null),
);

type FormerOrder = Readonly<{ customerKey: string; except: OrderId | null }>;

const ordersWhere = (column: 'user_id' | 'email_key', $: Placeholders<FormerOrder>) =>
  db
    .selectFrom('orders')
    .select('id')
    .where(column, '=', sql<UserId>`(select ${sql.ref(column)} from (${customerOf($('customerKey'))}) as customer)`)
    .where('status', '<>', sql.lit('cancelled'))
    .where(sql<SqlBool>`id is distinct from ${$('except')}::text`);

const HAS_ORDERED = prepare<FormerOrder>()(($) =>
  db.selectNoFrom(({ or, exists }) =>
    or([exists(ordersWhere('user_id', $)), exists(ordersWhere('email_key', $))]).as('has_ordered'),
  ),
);

const NEXT_EXPIRY = prepare<{ after: Date }>()(($) =>
  db.selectFrom('orders').select('expires_at').where('expires_at', '>', $('after')).orderBy('expires_at').limit(1),
);

export class PostgresOrderQueries implements OrderQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: OrderId): ReturnType<OrderQueries['find']> {
    const [row] = await this.#database.query(FIND_VIEW({ id }));
    if (row === undefined) return undefined;
    const { withdrawal_terms: terms, ...found } = row;
    return { ...found, withdrawalTerms: toWithdrawalTerms(terms) };
  }

  async findLinked(id: OrderId): Promise<LinkedOrder | undefined> {
    const [row] = await this.#database.query(FIND_LINKED({ id }));
    return row && LinkedOrder.of(row, row.accountEmail);
  }

  async findBySecret(hash: TokenHash): Promise<OrderId | undefined> {
    return (await this.#database.query(FIND_BY_SECRET({ hash })))[0]?.id;
  }

  async findOfCheckout(checkoutId: Id<'chk'>): Promise<OrderId | undefined> {
    return (await this.#database.query(FIND_OF_CHECKOUT({ checkoutId })))[0]?.id;
  }

  async hasOrdered(customerKey: string, except: OrderId | null): Promise<boolean> {
    const [row] = await this.#database.query(HAS_ORDERED({ customerKey, except }));
    return row?.has_ordered === true;
  }

  async nextExpiry(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_EXPIRY({ after })))[0]?.expires_at ?? null;
  }

  list(query: OrderListQuery): Promise<Page<OrderView>> {
    return readPage(this.#database, orderPage(query));
  }

  timeline(id: OrderId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<TimelineEntryView>> {
    return readPage(this.#database, timelinePage(id, page, visibility));
  }
}

/** The items with the columns of the index on product and time. */
const ITEMS = sql`(select product_id, created_at, order_id as id from order_items)`;

/** The items, where conditions need more than the product and the time. */
const ITEMS_WITH_ORDERS = sql`(
  select i.product_id, i.created_at, i.order_id as id, o.state, o.user_id, o.email_key, o.number
  from order_items i join orders o on o.id = i.order_id)`;

const orderTable = listTable('orders')(orderList, {
  columns: {},
  conditions: {
    product_id: (id) => ({
      key: 'product',
      values: { product: id },
      sql: ($) => sql`t.id in (select order_id from order_items where product_id = ${$('product')})`,
    }),
    q: searchCondition,
  },
});

/** The rows of `ITEMS` and `ITEMS_WITH_ORDERS`. */
const itemTable = {
  ...orderTable,
  conditions: { ...orderTable.conditions, product_id: (id: unknown) => columnEquals('product_id', id) },
};

/** The filters that leave so few orders that an index on the state is not needed. */
const SELECTIVE = ['email', 'number', 'product_id', 'external_id', 'ids'] as const;

/** The statement of `list`, for tests of its plan. */
export const orderPage = ({
  filter: { status, payment_status, fulfillment_status, q, ...filter },
  ownerId,
  sort = orderList.defaultSort,
  page,
}: OrderListQuery): PageQuery => {
  const isOfUser = ownerId !== undefined || filter.user_id !== undefined;
  const isSelective = isOfUser || q !== undefined || SELECTIVE.some((name) => filter[name] !== undefined);
  const states = statesOf({ status, payment_status, fulfillment_status });
  const source = sourceOf({ ...filter, q, ownerId, states, sort });
  // the indexes on the state are sorted by one time each
  const isEachState = !isSelective && (filter.updated_from === undefined || sort.by === 'updated_at');
  return {
    name: `orders ${source?.name}`,
    table: 'orders',
    ...(source === undefined ? {} : { from: source.rows }),
    ...(states !== undefined && isEachState ? { anyOf: { column: 'state', values: states } } : {}),
    conditions: [
      ...(states !== undefined && !isEachState ? [isInState(states)] : []),
      ...(ownerId === undefined ? [] : [columnEquals('user_id', ownerId)]),
      ...(q === undefined ? [] : [isOfUser ? matchCondition(q) : searchCondition(q)]),
      ...filterConditions(source === undefined ? orderTable : itemTable, filter),
    ],
    sort,
    ...joinAndItem(ORDER_VIEW),
    page,
  };
};

type SourceConditions = OrderFilter & Readonly<{ ownerId: unknown; states: unknown; sort: Sort }>;

/** The rows that contain a product's orders in their order; undefined where the table itself does. */
const sourceOf = ({ product_id, user_id, email, number, ownerId, states, sort, ...others }: SourceConditions) => {
  const { updated_from, external_id, ids, q } = others;
  const isOfOrder = [updated_from, external_id, ids, q].some((value) => value !== undefined);
  if (product_id === undefined || isOfOrder || sort.by !== 'created_at') return undefined;
  const needsOrder = [user_id, email, number, ownerId, states].some((value) => value !== undefined);
  return needsOrder ? { name: 'items with orders', rows: ITEMS_WITH_ORDERS } : { name: 'items', rows: ITEMS };
};

const isInState = (states: readonly string[]): Condition => ({
  key: 'states',
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
      (status?.includes(state.status) ?? true) &&
      (payment?.includes(state.payment) ?? true) &&
      (fulfillment?.includes(state.fulfillment) ?? true),
  );
  return matching.map(nameOf);
};

/** The entries of a timeline that a reader sees. */
export const visibleEntries = (visibility: TimelineVisibility): Condition[] =>
  visibility === 'full' ? [] : [constantCondition('no entries for staff', NOT_FOR_STAFF)];

const NOT_FOR_STAFF = sql<SqlBool>`t.type not in (${sql.join(STAFF_ENTRIES.map((type) => sql.lit(type)))})`;

/** The statement of `timeline`, for tests of its plan. */
export const timelinePage = (id: OrderId, page: PageRequest, visibility: TimelineVisibility): PageQuery => ({
  name: `order timeline ${visibility}`,
  table: 'order_timeline',
  conditions: [columnEquals('order_id', id), ...visibleEntries(visibility)],
  sort: newestFirstList.defaultSort,
  ...joinAndItem(ORDER_ENTRY_VIEWS[visibility]),
  page,
});
