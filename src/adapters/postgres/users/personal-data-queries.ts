import { sql } from 'kysely';
import { sessionView } from '#core/access/session.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { Sort } from '#core/shared/list.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { PersonalDataKind, PersonalDataQueries } from '#core/users/ports.ts';
import { savedViewsView } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import { API_KEY_VIEW } from '../access/access-queries.ts';
import { SECOND_FACTOR_VIEW } from '../access/second-factors.ts';
import { AUDIT_ENTRY_VIEW } from '../audit/audit-log.ts';
import type { Database } from '../connection/database.ts';
import { EVENT_VIEW } from '../events/event-statements.ts';
import { CREDIT_NOTE_VIEW, INVOICE_VIEW } from '../invoices/invoice-queries.ts';
import { type Condition, columnEquals, constantCondition } from '../lists/condition.ts';
import { joinAndItem, type ListedView, type PageQuery, readPage } from '../lists/page-query.ts';
import { visibleEntries } from '../orders/order-queries.ts';
import { ORDER_ENTRY_VIEWS, ORDER_VIEW } from '../orders/order-views.ts';
import { IS_LISTED, PAYMENT_METHOD_VIEW } from '../payments/payment-method-queries.ts';
import { PAYMENT_VIEW, REFUND_VIEW } from '../payments/payment-views.ts';
import { RETURN_VIEW } from '../returns/return-queries.ts';
import { rowView } from '../statements/row-view.ts';
import { SUBSCRIPTION_VIEW } from '../subscriptions/subscription-queries.ts';
import { SessionRow, toSession } from '../tables/sessions.ts';
import { WITHDRAWAL_VIEW } from '../withdrawals/withdrawal-queries.ts';
import { findSavedViews } from './saved-views.ts';

/** A session without the fields that say nothing of its user. */
const SESSION_EXPORT = rowView(SessionRow, (row) => {
  const { user_id: _user, current: _current, updated_at: _time, ...shown } = sessionView(toSession(row), null);
  return shown;
});

/** Small enough for pages of large orders and their events, and for the ids that `anyOf` takes. */
const PAGE_SIZE = 20;

const NEWEST_FIRST: Sort = { by: 'created_at', descending: true };
const OLDEST_FIRST: Sort = { by: 'created_at', descending: false };
const IN_SEQUENCE: Sort = { by: 'sequence', descending: false };

/** The query of a list that is read to its end, page by page. */
type UnpagedQuery = Omit<PageQuery, 'page'>;

type Ids = readonly string[];

/** The items of a page: views as JSON, or ids. */
type Items = readonly string[];

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

const idsOf = (query: UnpagedQuery): UnpagedQuery => ({
  ...query,
  name: `${query.name}, ids`,
  join: sql``,
  item: sql`t.id`,
});

const sessionsOf = (id: UserId): UnpagedQuery =>
  queryOf('sessions', SESSION_EXPORT, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

const keysOf = (id: UserId): UnpagedQuery =>
  queryOf('api_keys', API_KEY_VIEW, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

const factorsOf = (id: UserId): UnpagedQuery =>
  queryOf('second_factors', SECOND_FACTOR_VIEW, { conditions: [columnEquals('user_id', id)], sort: OLDEST_FIRST });

const ordersWhere = (...conditions: readonly Condition[]): UnpagedQuery =>
  queryOf('orders', ORDER_VIEW, { conditions });

const hasVerifiedEmailOf = (id: UserId): Condition => ({
  key: 'verified_email',
  values: { verified: id },
  sql: ($) =>
    sql`t.email_key = (select email_key from users where id = ${$('verified')} and email_verified_at is not null)`,
});

/** The orders of the user, then the guest orders. */
const ordersOf = (id: UserId): readonly UnpagedQuery[] => [
  ordersWhere(columnEquals('user_id', id)),
  ordersWhere(constantCondition('guests', sql`t.user_id is null`), hasVerifiedEmailOf(id)),
];

const timelinesOf =
  (reader: TimelineVisibility) =>
  (orderIds: Ids): UnpagedQuery =>
    queryOf('order_timeline', ORDER_ENTRY_VIEWS.buyer, {
      anyOf: { column: 'order_id', values: orderIds },
      conditions: visibleEntries(reader),
    });

const paymentsOf = (payableIds: Ids): UnpagedQuery =>
  queryOf('payments', PAYMENT_VIEW, { anyOf: { column: 'payable_id', values: payableIds } });

const refundsOf = (paymentIds: Ids): UnpagedQuery =>
  queryOf('payment_operations', REFUND_VIEW, {
    anyOf: { column: 'payment_id', values: paymentIds },
    conditions: [columnEquals('kind', 'refund')],
  });

const returnsOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('returns', RETURN_VIEW, { anyOf: { column: 'order_id', values: orderIds } });

const withdrawalsOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('withdrawals', WITHDRAWAL_VIEW, { anyOf: { column: 'order_id', values: orderIds } });

const unmatchedWithdrawalsOf = (id: UserId): UnpagedQuery =>
  queryOf('withdrawals', WITHDRAWAL_VIEW, {
    conditions: [constantCondition('unmatched', sql`t.order_id is null`), hasVerifiedEmailOf(id)],
  });

/** The user's methods, deleted ones included unless a condition excludes them. */
const methodsOf = (id: UserId, conditions: readonly Condition[] = []): UnpagedQuery =>
  queryOf('payment_methods', PAYMENT_METHOD_VIEW, { conditions: [columnEquals('user_id', id), ...conditions] });

const subscriptionsOf = (id: UserId): UnpagedQuery =>
  queryOf('subscriptions', SUBSCRIPTION_VIEW, { conditions: [columnEquals('user_id', id)] });

const creditNotesOf = (invoiceIds: Ids): UnpagedQuery =>
  queryOf('credit_notes', CREDIT_NOTE_VIEW, { anyOf: { column: 'invoice_id', values: invoiceIds } });

const invoicesOf = (id: UserId): UnpagedQuery =>
  queryOf('invoices', INVOICE_VIEW, { conditions: [columnEquals('user_id', id)] });

const guestInvoicesOf = (orderIds: Ids): UnpagedQuery =>
  queryOf('invoices', INVOICE_VIEW, {
    anyOf: { column: 'order_id', values: orderIds },
    conditions: [constantCondition('guests', sql`t.user_id is null`)],
  });

const eventsOf = (resourceIds: Ids): UnpagedQuery =>
  queryOf('events', EVENT_VIEW, { anyOf: { column: 'resource_id', values: resourceIds }, sort: IN_SEQUENCE });

const auditEntriesWhere = (...conditions: readonly Condition[]): UnpagedQuery =>
  queryOf('audit_log', AUDIT_ENTRY_VIEW, { conditions });

const isByAnother = (id: UserId): Condition => ({
  key: 'by_another',
  values: { user: id },
  sql: ($) => sql`t.actor_user_id is distinct from ${$('user')}`,
});

export class PostgresPersonalDataQueries implements PersonalDataQueries {
  readonly #database: Database;
  readonly #kinds: Readonly<
    Record<PersonalDataKind, (id: UserId, reader: TimelineVisibility) => AsyncIterable<Items>>
  > = {
    sessions: (id) => this.#read(sessionsOf(id)),
    saved_views: (id) => this.#savedViews(id),
    api_keys: (id) => this.#read(keysOf(id)),
    second_factors: (id) => this.#read(factorsOf(id)),
    orders: (id) => this.#read(...ordersOf(id)),
    order_timeline: (id, reader) => this.#readFor(this.#orderIds(id), timelinesOf(reader)),
    payments: (id) => this.#readFor(this.#payableIds(id), paymentsOf),
    refunds: (id) => this.#readFor(this.#paymentIds(id), refundsOf),
    returns: (id) => this.#readFor(this.#orderIds(id), returnsOf),
    withdrawals: (id) => this.#withdrawals(id),
    payment_methods: (id) => this.#read(methodsOf(id, [IS_LISTED])),
    subscriptions: (id) => this.#read(subscriptionsOf(id)),
    invoices: (id) => this.#invoices(id),
    credit_notes: (id) => this.#readFor(this.#invoices(id, idsOf), creditNotesOf),
    events: (id) => this.#readFor(this.#idsWithEvents(id), eventsOf),
    audit_log: (id) =>
      this.#read(
        auditEntriesWhere(columnEquals('actor_user_id', id)),
        auditEntriesWhere(columnEquals('resource_id', id), isByAnother(id)),
      ),
  };

  constructor(database: Database) {
    this.#database = database;
  }

  pages(kind: PersonalDataKind, id: UserId, reader: TimelineVisibility): AsyncIterable<readonly Json<object>[]> {
    return this.#kinds[kind](id, reader);
  }

  async *#savedViews(id: UserId): AsyncGenerator<Items> {
    const views = await findSavedViews(this.#database, id);
    if (views !== undefined) yield [Json.of(savedViewsView(views))];
  }

  #orderIds(id: UserId): AsyncIterable<Ids> {
    return this.#read(...ordersOf(id).map(idsOf));
  }

  async *#payableIds(id: UserId): AsyncGenerator<Ids> {
    yield* this.#orderIds(id);
    yield* this.#invoices(id, idsOf);
  }

  #paymentIds(id: UserId): AsyncIterable<Ids> {
    return this.#readFor(this.#payableIds(id), (payableIds) => idsOf(paymentsOf(payableIds)));
  }

  /** Those of the user, then those of guest orders. */
  async *#invoices(id: UserId, select = (query: UnpagedQuery): UnpagedQuery => query): AsyncGenerator<Items> {
    yield* this.#read(select(invoicesOf(id)));
    yield* this.#readFor(this.#orderIds(id), (orderIds) => select(guestInvoicesOf(orderIds)));
  }

  async *#withdrawals(id: UserId, select = (query: UnpagedQuery): UnpagedQuery => query): AsyncGenerator<Items> {
    yield* this.#readFor(this.#orderIds(id), (orderIds) => select(withdrawalsOf(orderIds)));
    yield* this.#read(select(unmatchedWithdrawalsOf(id)));
  }

  async *#idsWithEvents(id: UserId): AsyncGenerator<Ids> {
    yield [id];
    yield* this.#read(idsOf(keysOf(id)));
    yield* this.#orderIds(id);
    yield* this.#paymentIds(id);
    yield* this.#readFor(this.#orderIds(id), (orderIds) => idsOf(returnsOf(orderIds)));
    yield* this.#withdrawals(id, idsOf);
    yield* this.#read(idsOf(methodsOf(id)));
    yield* this.#read(idsOf(subscriptionsOf(id)));
    yield* this.#invoices(id, idsOf);
    yield* this.#readFor(this.#invoices(id, idsOf), (invoiceIds) => idsOf(creditNotesOf(invoiceIds)));
  }

  /** Reads pages of ids, and for each page the list that `listOf` makes of it. */
  async *#readFor(resources: AsyncIterable<Ids>, listOf: (ids: Ids) => UnpagedQuery): AsyncGenerator<Items> {
    for await (const ids of resources) yield* this.#read(listOf(ids));
  }

  /** The items of lists, one after the other, in pages that are not empty. */
  async *#read(...lists: readonly UnpagedQuery[]): AsyncGenerator<Items> {
    for (const query of lists) {
      let after: Position | undefined;
      do {
        const page = { limit: PAGE_SIZE, after };
        const { items, next } = await readPage<object>(this.#database, { ...query, page });
        if (items.length > 0) yield items;
        after = next ?? undefined;
      } while (after !== undefined);
    }
  }
}
