import { type SqlBool, sql } from 'kysely';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntryView } from '#core/payments/payment-entry.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import { type PaymentView, paymentList, type RefundView } from '#core/payments/payment-view.ts';
import type { PaymentBacklog, PaymentListQuery, PaymentQueries } from '#core/payments/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { foundView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { PAYMENT_ENTRY_VIEWS, PAYMENT_VIEW, REFUND_VIEW } from './payment-views.ts';

/** The payments that wait for something are few, and the index on their checks has them all. */
const WAITING = db
  .selectFrom('payments')
  .select(['id', 'status'])
  .where('next_check_at', 'is not', null)
  .where((eb) => eb.or([eb('status', '<>', 'requires_action'), eb('is_voiding', '=', true)]))
  .orderBy('next_check_at')
  .limit(MAX_COUNTED);

export const PENDING_BACKLOG = prepare()(() =>
  db
    .selectFrom(WAITING.as('waiting'))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('payment_operations')
        .select(['kind', 'created_at'])
        .whereRef('payment_id', '=', 'waiting.id')
        .where('status', '=', 'pending')
        .where((each) => each.or([each('kind', '<>', 'authorize'), each('waiting.status', '=', 'processing')]))
        // without it, the planner may read the whole table
        .limit(MAX_COUNTED)
        .as('operation'),
    )
    .select(({ fn }) => [
      'operation.kind',
      sql<number>`least(count(*), ${MAX_COUNTED})::integer`.as('count'),
      fn.min('operation.created_at').as('oldest'),
    ])
    .groupBy('operation.kind'),
);

export const CHECKS_AND_ATTENTION = prepare()(() =>
  db.selectNoFrom([
    db
      .selectFrom('payments')
      .select('next_check_at')
      .where('next_check_at', 'is not', null)
      .orderBy('next_check_at')
      .limit(1)
      .as('nextCheckAt'),
    db
      .selectFrom(
        db
          .selectFrom('payments')
          .select('id')
          .where(sql<SqlBool>`needs_attention`)
          .orderBy('created_at')
          .limit(MAX_COUNTED)
          .as('counted'),
      )
      .select(sql<number>`count(*)::integer`.as('count'))
      .as('needingAttention'),
  ]),
);

export class PostgresPaymentQueries implements PaymentQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: PaymentId): ReturnType<PaymentQueries['find']> {
    const [row] = await this.#database.query(PAYMENT_VIEW.find({ id }));
    return row && { ...foundView(PAYMENT_VIEW, row), userId: row.user_id, payableId: row.payable_id };
  }

  list(query: PaymentListQuery): Promise<Page<PaymentView>> {
    return readPage(this.#database, paymentPage(query));
  }

  async findRefund(id: PaymentId, refundId: Id<'re'>): ReturnType<PaymentQueries['findRefund']> {
    const [row] = await this.#database.query(REFUND_VIEW.find({ id: refundId }));
    return row?.payment_id === id ? foundView(REFUND_VIEW, row) : undefined;
  }

  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>> {
    return readPage(this.#database, refundPage(id, page));
  }

  timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>> {
    return readPage(this.#database, paymentTimelinePage(id, page, visibility));
  }

  async backlog(): Promise<PaymentBacklog> {
    const [pending, [rest]] = await Promise.all([
      this.#database.queryInBackground(PENDING_BACKLOG({})),
      this.#database.queryInBackground(CHECKS_AND_ATTENTION({})),
    ]);
    return { pending, nextCheckAt: rest?.nextCheckAt ?? null, needingAttention: rest?.needingAttention ?? 0 };
  }
}

const paymentTable = listTable('payments')(paymentList, {
  columns: {},
  conditions: {
    order_id: (id) => columnEquals('payable_id', id),
    invoice_id: (id) => columnEquals('payable_id', id),
    // constant, so that the index on the few payments that need attention serves it
    needs_attention: (isNeeded) =>
      isNeeded
        ? constantCondition('needs attention', sql`t.needs_attention`)
        : constantCondition('needs no attention', sql`not t.needs_attention`),
  },
});

/** The statement of `list`, for tests of its plan. */
export const paymentPage = ({ ownerId, ...query }: PaymentListQuery): PageQuery => {
  const { order_id, invoice_id, user_id, ids, gateway, status, needs_attention } = query.filter;
  const isSelective =
    [order_id, invoice_id, user_id, ids, ownerId].some((value) => value !== undefined) || needs_attention === true;
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
