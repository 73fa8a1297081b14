import { sql } from 'kysely';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { LedgerDiscrepancy, LedgerQueries } from '#core/payments/ledger.ts';
import { actionsOf, type Payment, type PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import { paymentList } from '#core/payments/payment-list.ts';
import type { PaymentListQuery, PaymentQueries } from '#core/payments/payment-queries.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import type { PaymentView, RefundView } from '#core/payments/payment-view.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { joinEntries } from '../timelines/timeline-columns.ts';

/** What may be done, told by what it depends on. */
const ACTIONS = `case ${[true, false]
  .flatMap((isVoiding) =>
    [true, false].flatMap((isRefundable) =>
      PAYMENT_STATUSES.map(
        (status) =>
          `when t.status = '${status}' and t.is_voiding = ${isVoiding} and (t.amount_captured > t.amount_refunded + t.amount_refunding) = ${isRefundable}
          then '${JSON.stringify(actionsOf(status, isVoiding, isRefundable))}'::json`,
      ),
    ),
  )
  .join(' ')} end`;

/** The row `json` of a payment `t` as the API shows it. */
export const JOIN_PAYMENT = joinJson({
  id: 't.id',
  object: `'payment'`,
  order_id: 't.order_id',
  user_id: 't.user_id',
  status: 't.status',
  amount: 'trim_scale(t.amount)',
  amount_captured: 'trim_scale(t.amount_captured)',
  amount_refunded: 'trim_scale(t.amount_refunded)',
  currency: 't.currency',
  capture_method: 't.capture_method',
  gateway: 't.gateway',
  gateway_reference: 't.gateway_reference',
  next_action: `case when t.redirect_url is not null then json_build_object('redirect_url', t.redirect_url) end`,
  failure_code: 't.failure_code',
  failure_message: 't.failure_message',
  metadata: 't.metadata',
  actions: ACTIONS,
  version: 't.version',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

/** The row `json` of a refund `t`, which knows its payment's currency, as the API shows it. */
export const JOIN_REFUND = joinJson({
  id: 't.id',
  object: `'refund'`,
  payment_id: 't.payment_id',
  status: 't.status',
  amount: 'trim_scale(t.amount)',
  currency: '(select currency from payments where id = t.payment_id)',
  reason: 't.reason',
  failure_code: 't.failure_code',
  failure_message: 't.failure_message',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

/** The row `json` of a timeline's entry `t` as the API shows it. */
const JOIN_PAYMENT_ENTRY = joinEntries('payment_id');

const ITEM = sql.raw<string>('row_to_json(json)::text');

const [PAYMENT_VIEW, REFUND_VIEW] = [sql.raw(JOIN_PAYMENT), sql.raw(JOIN_REFUND)];

const FIND = `
  select t.version, t.user_id as "userId", row_to_json(json)::text as view from payments t ${JOIN_PAYMENT} where t.id = $1`;

type Found = { view: Json<PaymentView>; version: number; userId: Payment['userId'] };

export class PostgresPaymentQueries implements PaymentQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PaymentId): Promise<Found | undefined> {
    return (await this.#database.query<Found>({ text: FIND, values: [id] }))[0];
  }

  list(query: PaymentListQuery): Promise<Page<PaymentView>> {
    return readPage(this.#database, paymentPage(query));
  }

  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>> {
    return readPage(this.#database, refundPage(id, page));
  }

  timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>> {
    return readPage(this.#database, paymentTimelinePage(id, page, visibility));
  }
}

const paymentTable = listTable('payments')(paymentList, { columns: {}, conditions: {} });

/** The statement of `list`, for tests of its plan. */
export const paymentPage = ({ filter, ownerId, sort = paymentList.defaultSort, page }: PaymentListQuery): PageQuery => {
  const { order_id, gateway, status } = filter;
  const isSelective = order_id !== undefined || ownerId !== undefined;
  // the index on the gateway is sorted within each status
  const isEachStatus = gateway !== undefined && status === undefined && !isSelective;
  return {
    name: 'payments',
    table: paymentTable.table,
    ...(isEachStatus ? { anyOf: { column: 'status', values: PAYMENT_STATUSES } } : {}),
    conditions: [
      ...(ownerId === undefined ? [] : [columnEquals('user_id', ownerId)]),
      ...filterConditions(paymentTable, filter),
    ],
    sort,
    join: PAYMENT_VIEW,
    item: ITEM,
    page,
  };
};

/** The statement of `refunds`, for tests of its plan. */
export const refundPage = (id: PaymentId, page: PageRequest): PageQuery => ({
  name: 'refunds',
  table: 'payment_operations',
  conditions: [columnEquals('payment_id', id), constantCondition('refund', sql`t.kind = 'refund'`)],
  sort: newestFirstList.defaultSort,
  join: REFUND_VIEW,
  item: ITEM,
  page,
});

/** The statement of `timeline`, for tests of its plan. */
export const paymentTimelinePage = (id: PaymentId, page: PageRequest, visibility: TimelineVisibility): PageQuery => ({
  name: `payment timeline ${visibility}`,
  table: 'payment_timeline',
  conditions: [columnEquals('payment_id', id)],
  sort: newestFirstList.defaultSort,
  join: sql.raw(JOIN_PAYMENT_ENTRY[visibility]),
  item: ITEM,
  page,
});

export class PostgresLedgerQueries implements LedgerQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  faults(): Promise<readonly LedgerDiscrepancy[]> {
    return this.#database.query<LedgerDiscrepancy>({
      text: 'select id, fault from ledger_faults order by id, fault limit 1000',
    });
  }
}
