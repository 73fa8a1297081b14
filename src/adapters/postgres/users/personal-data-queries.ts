import type { TimelineVisibility } from '#core/orders/ports.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { PersonalDataKind, PersonalDataQueries } from '#core/users/ports.ts';
import { savedViewsView } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { readPage } from '../lists/page-query.ts';
import { IS_LISTED } from '../payments/payment-method-queries.ts';
import {
  auditEntriesWhere,
  cartsOf,
  checkoutsOf,
  creditNotesOf,
  eventsOf,
  factorsOf,
  guestInvoicesOf,
  type Ids,
  type Items,
  idsOf,
  invoicesOf,
  isByAnother,
  keysOf,
  methodsOf,
  ordersOf,
  PAGE_SIZE,
  paymentsOf,
  refundsOf,
  returnsOf,
  sessionsOf,
  subscriptionsOf,
  timelinesOf,
  type UnpagedQuery,
  unmatchedWithdrawalsOf,
  withdrawalsOf,
} from './personal-data-statements.ts';
import { findSavedViews } from './saved-views.ts';

export class PostgresPersonalDataQueries implements PersonalDataQueries {
  readonly #database: Database;
  readonly #kinds: Readonly<
    Record<PersonalDataKind, (id: UserId, reader: TimelineVisibility) => AsyncIterable<Items>>
  > = {
    sessions: (id) => this.#read(sessionsOf(id)),
    saved_views: (id) => this.#savedViews(id),
    api_keys: (id) => this.#read(keysOf(id)),
    second_factors: (id) => this.#read(factorsOf(id)),
    carts: (id) => this.#read(...cartsOf(id)),
    checkouts: (id) => this.#read(...checkoutsOf(id)),
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
    yield* this.#read(...[...cartsOf(id), ...checkoutsOf(id)].map(idsOf));
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
