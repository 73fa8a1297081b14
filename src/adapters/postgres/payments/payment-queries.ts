import { sql } from 'kysely';
import type { TimelineVisibility } from '#core/orders/order-queries.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import { paymentList } from '#core/payments/payment-list.ts';
import type { PaymentListQuery, PaymentQueries } from '#core/payments/payment-queries.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import type { PaymentView, RefundView } from '#core/payments/payment-view.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { PAYMENT_ENTRY_VIEWS, PAYMENT_VIEW, REFUND_VIEW } from './payment-views.ts';

const FIND_VIEW = prepare<{ id: PaymentId }>()(($) =>
  db
    .selectFrom('payments as t')
    .crossJoinLateral(PAYMENT_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', PAYMENT_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

const FIND_REFUND = prepare<{ id: PaymentId; refundId: Id<'re'> }>()(($) =>
  db
    .selectFrom('payment_operations as t')
    .crossJoinLateral(REFUND_VIEW.lateralRow)
    .select(['t.version', REFUND_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('refundId'))
    .where('t.payment_id', '=', $('id')),
);

export class PostgresPaymentQueries implements PaymentQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PaymentId): ReturnType<PaymentQueries['find']> {
    return (await this.#database.query(FIND_VIEW({ id })))[0];
  }

  list(query: PaymentListQuery): Promise<Page<PaymentView>> {
    return readPage(this.#database, paymentPage(query));
  }

  async findRefund(id: PaymentId, refundId: Id<'re'>): ReturnType<PaymentQueries['findRefund']> {
    return (await this.#database.query(FIND_REFUND({ id, refundId })))[0];
  }

  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>> {
    return readPage(this.#database, refundPage(id, page));
  }

  timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>> {
    return readPage(this.#database, paymentTimelinePage(id, page, visibility));
  }
}

const paymentTable = listTable('payments')(paymentList, {
  columns: {},
  conditions: {
    // constant, so that the index on the few payments that need attention serves it
    needs_attention: (isNeeded) =>
      isNeeded
        ? constantCondition('needs attention', sql`t.needs_attention`)
        : constantCondition('needs no attention', sql`not t.needs_attention`),
  },
});

/** The statement of `list`, for tests of its plan. */
export const paymentPage = ({ ownerId, ...query }: PaymentListQuery): PageQuery => {
  const { order_id, gateway, status, needs_attention } = query.filter;
  const isSelective = order_id !== undefined || ownerId !== undefined || needs_attention === true;
  // the index on the gateway is sorted within each status
  const isEachStatus = gateway !== undefined && status === undefined && !isSelective;
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return {
    ...listPageQuery(paymentTable, PAYMENT_VIEW, { ...query, conditions }),
    anyOf: isEachStatus ? { column: 'status', values: PAYMENT_STATUSES } : undefined,
  };
};

/** The statement of `refunds`, for tests of its plan. */
export const refundPage = (id: PaymentId, page: PageRequest): PageQuery => ({
  name: 'refunds',
  table: 'payment_operations',
  conditions: [columnEquals('payment_id', id), constantCondition('refund', sql`t.kind = 'refund'`)],
  sort: newestFirstList.defaultSort,
  ...joinAndItem(REFUND_VIEW),
  page,
});

/** The statement of `timeline`, for tests of its plan. */
export const paymentTimelinePage = (id: PaymentId, page: PageRequest, visibility: TimelineVisibility): PageQuery => ({
  name: `payment timeline ${visibility}`,
  table: 'payment_timeline',
  conditions: [columnEquals('payment_id', id)],
  sort: newestFirstList.defaultSort,
  ...joinAndItem(PAYMENT_ENTRY_VIEWS[visibility]),
  page,
});
