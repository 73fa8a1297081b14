import { sql } from 'kysely';
import { sessionView } from '#core/access/session.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { Sort } from '#core/shared/list.ts';
import type { UserId } from '#core/users/user.ts';
import { API_KEY_VIEW } from '../access/access-queries.ts';
import { SECOND_FACTOR_VIEW } from '../access/second-factors.ts';
import { AUDIT_ENTRY_VIEW } from '../audit/audit-log.ts';
import { CART_VIEW } from '../carts/carts.ts';
import { CHECKOUT_VIEW } from '../checkouts/checkouts.ts';
import { EVENT_VIEW } from '../events/event-statements.ts';
import { CREDIT_NOTE_VIEW, INVOICE_VIEW } from '../invoices/invoice-queries.ts';
import { type Condition, columnEquals, constantCondition } from '../lists/condition.ts';
import { joinAndItem, type ListedView, type PageQuery } from '../lists/page-query.ts';
import { visibleEntries } from '../orders/order-queries.ts';
import { ORDER_ENTRY_VIEWS, ORDER_VIEW } from '../orders/order-views.ts';
import { PAYMENT_METHOD_VIEW } from '../payments/payment-method-queries.ts';
import { PAYMENT_VIEW, REFUND_VIEW } from '../payments/payment-views.ts';
import { RETURN_VIEW } from '../returns/return-queries.ts';
import { rowView } from '../statements/row-view.ts';
import { SUBSCRIPTION_VIEW } from '../subscriptions/subscription-queries.ts';
import { SessionRow, toSession } from '../tables/sessions.ts';
import { WITHDRAWAL_VIEW } from '../withdrawals/withdrawal-queries.ts';

/** A session without the fields that say nothing of its user. */
const SESSION_EXPORT = rowView(SessionRow, (row) => {
  const { user_id: _user, current: _current, updated_at: _time, ...shown } = sessionView(toSession(row), null);
  return shown;
});

/** Small enough for pages of large orders and their events, and for the ids that `anyOf` takes. */
export const PAGE_SIZE = 20;

const NEWEST_FIRST: Sort = { by: 'created_at', descending: true };
const OLDEST_FIRST: Sort = { by: 'created_at', descending: false };
const IN_SEQUENCE: Sort = { by: 'sequence', descending: false };

/** The query of a list that is read to its end, page by page. */
export type UnpagedQuery = Omit<PageQuery, 'page'>;

export type Ids = readonly string[];

/** The items of a page: views as JSON, or ids. */
export type Items = readonly string[];

/** `name` is part of the statement cache's key, which leaves out `item`: each table has one view here. */
const queryOf = (
  table: UnpagedQuery['table'],
  view: ListedView,
  selection: Pick<UnpagedQuery, 'anyOf'> & Partial<Pick<UnpagedQuery, 'conditions' | 'sort'>>,
): UnpagedQuery => ({
  name: `exported ${table}`,
  table,
  conditions: [],
  sort: NEWEST_FIRST,
  ...joinAndItem(view),
  ...selection,
});

export const idsOf = (query: UnpagedQuery): UnpagedQuery => ({
  ...query,
  name: `${query.name}, ids`,
  join: sql``,
  item: sql`t.id`,
});

export const sessionsOf = (id: UserId): UnpagedQuery =>
  queryOf('sessions', SESSION_EXPORT, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

export const keysOf = (id: UserId): UnpagedQuery =>
  queryOf('api_keys', API_KEY_VIEW, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

export const factorsOf = (id: UserId): UnpagedQuery =>
  queryOf('second_factors', SECOND_FACTOR_VIEW, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

const hasVerifiedEmailOf = (id: UserId): Condition => ({
  key: 'verified_email',
  values: { verified: id },
  sql: ($) =>
    sql`t.email_key = (select email_key from users where id = ${$('verified')} and email_verified_at is not null)`,
});

/** Those of the user, then those of guests with the verified e-mail. */
const boughtBy = (
  id: UserId,
  table: 'carts' | 'checkouts' | 'orders',
  { view, conditions = [] }: Readonly<{ view: ListedView; conditions?: readonly Condition[] }>,
): readonly UnpagedQuery[] => [
  queryOf(table, view, { conditions: [...conditions, columnEquals('user_id', id)] }),
  queryOf(table, view, {
    conditions: [...conditions, constantCondition('guests', sql`t.user_id is null`), hasVerifiedEmailOf(id)],
  }),
];

export const cartsOf = (id: UserId): readonly UnpagedQuery[] => boughtBy(id, 'carts', { view: CART_VIEW });

/** Those without an order: the order has what is personal of others. */
export const checkoutsOf = (id: UserId): readonly UnpagedQuery[] =>
  boughtBy(id, 'checkouts', {
    view: CHECKOUT_VIEW,
    conditions: [constantCondition('open', sql`t.order_id is null`)],
  });

export const ordersOf = (id: UserId): readonly UnpagedQuery[] => boughtBy(id, 'orders', { view: ORDER_VIEW });

export const timelinesOf =
  (reader: TimelineVisibility) =>
  (orderIds: Ids): UnpagedQuery =>
    queryOf('order_timeline', ORDER_ENTRY_VIEWS.buyer, {
      anyOf: { column: 'order_id', values: orderIds },
      conditions: visibleEntries(reader),
    });

export const paymentsOf = (payableIds: Ids): UnpagedQuery =>
  queryOf('payments', PAYMENT_VIEW, { anyOf: { column: 'payable_id', values: payableIds } });

export const refundsOf = (paymentIds: Ids): UnpagedQuery =>
  queryOf('payment_operations', REFUND_VIEW, {
    anyOf: { column: 'payment_id', values: paymentIds },
    conditions: [columnEquals('kind', 'refund')],
  });

export const returnsOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('returns', RETURN_VIEW, { anyOf: { column: 'order_id', values: orderIds } });

export const withdrawalsOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('withdrawals', WITHDRAWAL_VIEW, { anyOf: { column: 'order_id', values: orderIds } });

export const unmatchedWithdrawalsOf = (id: UserId): UnpagedQuery =>
  queryOf('withdrawals', WITHDRAWAL_VIEW, {
    conditions: [constantCondition('unmatched', sql`t.order_id is null`), hasVerifiedEmailOf(id)],
  });

/** The user's methods, deleted ones included unless a condition excludes them. */
export const methodsOf = (id: UserId, conditions: readonly Condition[] = []): UnpagedQuery =>
  queryOf('payment_methods', PAYMENT_METHOD_VIEW, { conditions: [columnEquals('user_id', id), ...conditions] });

export const subscriptionsOf = (id: UserId): UnpagedQuery =>
  queryOf('subscriptions', SUBSCRIPTION_VIEW, { conditions: [columnEquals('user_id', id)] });

export const creditNotesOf = (invoiceIds: Ids): UnpagedQuery =>
  queryOf('credit_notes', CREDIT_NOTE_VIEW, { anyOf: { column: 'invoice_id', values: invoiceIds } });

export const invoicesOf = (id: UserId): UnpagedQuery =>
  queryOf('invoices', INVOICE_VIEW, { conditions: [columnEquals('user_id', id)] });

export const guestInvoicesOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('invoices', INVOICE_VIEW, {
    anyOf: { column: 'order_id', values: orderIds },
    conditions: [constantCondition('guests', sql`t.user_id is null`)],
  });

export const eventsOf = (resourceIds: Ids): UnpagedQuery =>
  queryOf('events', EVENT_VIEW, { anyOf: { column: 'resource_id', values: resourceIds }, sort: IN_SEQUENCE });

export const auditEntriesWhere = (...conditions: readonly Condition[]): UnpagedQuery =>
  queryOf('audit_log', AUDIT_ENTRY_VIEW, { conditions });

export const isByAnother = (id: UserId): Condition => ({
  key: 'by_another',
  values: { user: id },
  sql: ($) => sql`t.actor_user_id is distinct from ${$('user')}`,
});
