import { Order, type OrderId } from '#core/orders/order.ts';
import type { OrderFilter, OrderQueries, TimelineVisibility } from '#core/orders/order-queries.ts';
import {
  FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_STATUSES,
  type OrderState,
} from '#core/orders/order-states.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { given, type PageQuery, Parameters, readPage } from '../lists/page-query.ts';
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

const ITEM = 'row_to_json(json)::text';

const FIND = `
  select t.version, t.user_id as "userId", ${ITEM} as view from orders t ${JOIN_ORDER} where t.id = $1`;

type Found = { view: Json<OrderView>; version: number; userId: Order['userId'] };

export class PostgresOrderQueries implements OrderQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: OrderId): Promise<Found | undefined> {
    return (await this.#database.query<Found>({ text: FIND, values: [id] }))[0];
  }

  list(filter: OrderFilter, page: PageRequest, first: 'newest' | 'oldest' = 'newest'): Promise<Page<OrderView>> {
    return readPage(this.#database, orderPage(filter, page, first));
  }

  timeline(id: OrderId, page: PageRequest, sight: TimelineVisibility): Promise<Page<TimelineEntryView>> {
    return readPage(this.#database, timelinePage(id, page, sight));
  }
}

/** Orders with each product that is in them. Time and id are the content's, whose index has them in their order. */
const CONTENTS = '(select product_id, created_at, order_id as id from order_products)';

/** The same, where more is asked for than the product and the time. */
const CONTENTS_OF_ORDERS = `(
  select content.product_id, content.created_at, content.order_id as id, o.state, o.user_id, o.email_key, o.number
  from order_products content join orders o on o.id = content.order_id)`;

/** The statement of `list`, for whoever wants to see its plan. */
export const orderPage = (filter: OrderFilter, page: PageRequest, first: 'newest' | 'oldest'): PageQuery => {
  const parameters = new Parameters();
  const { userId, ownerId, emailKey, number, productId } = filter;
  const isOneOfFew = [userId, ownerId, emailKey, number, productId].some((value) => value !== undefined);
  const states = statesOf(filter);
  const isProductAlone =
    states === undefined && [userId, ownerId, emailKey, number].every((value) => value === undefined);
  const isEachState = states !== undefined && !isOneOfFew;
  return {
    table: 'orders',
    ...(productId === undefined ? {} : { from: isProductAlone ? CONTENTS : CONTENTS_OF_ORDERS }),
    ...(isEachState ? { anyOf: { column: 'state', values: states } } : {}),
    where: [
      ...(isEachState ? [] : given(states, (names) => `t.state = any(${parameters.add(names)}::text[])`)),
      ...given(filter.userId, (id) => `t.user_id = ${parameters.add(id)}`),
      ...given(filter.ownerId, (id) => `t.user_id = ${parameters.add(id)}`),
      ...given(filter.emailKey, (key) => `t.email_key = ${parameters.add(key)}`),
      ...given(filter.number, (number) => `t.number = ${parameters.add(number)}`),
      ...given(filter.productId, (id) => `t.product_id = ${parameters.add(id)}`),
      ...given(filter.createdFrom, (time) => `t.created_at >= ${parameters.add(time)}::timestamptz`),
      ...given(filter.createdTo, (time) => `t.created_at <= ${parameters.add(time)}::timestamptz`),
    ],
    parameters,
    sort: { column: 'created_at', type: 'timestamptz', descending: first === 'newest' },
    join: JOIN_ORDER,
    item: ITEM,
    page,
  };
};

/** The states that a filter leaves; undefined where it leaves all. */
const statesOf = ({ status, payment, fulfillment }: OrderFilter): string[] | undefined => {
  if (status === undefined && payment === undefined && fulfillment === undefined) return undefined;
  const left = STATES.filter(
    (state) =>
      (status ?? state.status) === state.status &&
      (payment ?? state.payment) === state.payment &&
      (fulfillment ?? state.fulfillment) === state.fulfillment,
  );
  return left.map(nameOf);
};

/** The row `json` of a timeline's entry `t` as the API shows it. */
export const JOIN_ENTRY = joinEntries('order_id');

/** The statement of `timeline`, for whoever wants to see its plan. */
export const timelinePage = (id: OrderId, page: PageRequest, sight: TimelineVisibility): PageQuery => {
  const parameters = new Parameters();
  return {
    table: 'order_timeline',
    where: [`t.order_id = ${parameters.add(id)}`, ...(sight === 'full' ? [] : [`t.type <> 'note'`])],
    parameters,
    sort: { column: 'created_at', type: 'timestamptz', descending: true },
    join: JOIN_ENTRY[sight],
    item: ITEM,
    page,
  };
};
