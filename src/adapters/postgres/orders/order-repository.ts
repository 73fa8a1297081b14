import type { UnpaidBuyer } from '#core/orders/guest.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import type { ErasedBuyer, OrderRepository } from '#core/orders/ports.ts';
import { PERSONAL_ENTRIES, type TimelineEntry } from '#core/orders/timeline-entry.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { toOrderItemRows } from '../tables/order-items.ts';
import { toOrderTimelineEntryRow } from '../tables/order-timeline.ts';
import { toOrder, toOrderRow } from '../tables/orders.ts';
import { CLAIM_CANCELLING, CLAIM_EXPIRED, CLAIM_REFUND_DUE, HAS_PENDING_PAYMENT } from './order-claim-statements.ts';
import { ERASE_ENTRIES, ERASE_ORDERS } from './order-erasure-statements.ts';
import {
  DELETE_ITEMS,
  FIND_BY_NUMBER,
  FIND_ORDER,
  FIRST_OF_SUBSCRIPTION,
  GUEST_ORDERS,
  INSERT_ENTRIES,
  INSERT_ITEMS,
  INSERT_ORDER,
  LOCK_ORDER,
  NEXT_NUMBER,
  PEEK_NUMBER,
  UPDATE_ORDER,
} from './order-statements.ts';
import { COUNT_OF_CUSTOMER, COUNT_OF_GUEST, LOCK_BUYER } from './unpaid-order-statements.ts';

export class PostgresOrderRepository implements OrderRepository {
  readonly #session: TransactionSession;
  readonly #isDryRun: boolean;
  #dryRunNumbers = 0;

  constructor(session: TransactionSession, isDryRun: boolean) {
    this.#session = session;
    this.#isDryRun = isDryRun;
  }

  async nextNumber(): Promise<number> {
    // a rollback would not return the number to the sequence
    if (this.#isDryRun) return this.#nextDryRunNumber();
    const [row] = await this.#session.query(NEXT_NUMBER({}));
    return Number(row?.number);
  }

  async #nextDryRunNumber(): Promise<number> {
    const earlier = this.#dryRunNumbers;
    this.#dryRunNumbers += 1;
    const [row] = await this.#session.query(PEEK_NUMBER({}));
    return Number(row?.number) + earlier;
  }

  async get(id: OrderId): Promise<Order> {
    this.#session.send(LOCK_ORDER({ id }));
    const [row] = await this.#session.query(FIND_ORDER({ id }));
    if (row === undefined) throw notFound('order', id);
    return toOrder(row);
  }

  async find(id: OrderId): Promise<Order | undefined> {
    const [row] = await this.#session.query(FIND_ORDER({ id }));
    return row && toOrder(row);
  }

  async claimExpired(at: Date, except: readonly OrderId[] = []): Promise<Order | undefined> {
    const [claimed] = await this.#session.query(CLAIM_EXPIRED({ at, except }));
    if (claimed === undefined) return undefined;
    const [payments] = await this.#session.query(HAS_PENDING_PAYMENT(claimed));
    return payments?.has_pending_payment ? this.claimExpired(at, [...except, claimed.id]) : this.get(claimed.id);
  }

  async claimCancelling(before: Date, at: Date): Promise<OrderId | undefined> {
    const [claimed] = await this.#session.query(CLAIM_CANCELLING({ before, at }));
    return claimed?.id;
  }

  async countUnpaid(buyer: UnpaidBuyer) {
    // a statement of its own sees what was committed while this one waited
    this.#session.send(LOCK_BUYER(buyer));
    const [row] = await this.#session.query((buyer.userId === null ? COUNT_OF_GUEST : COUNT_OF_CUSTOMER)(buyer));
    return {
      ofBuyer: { orders: row?.buyer_orders ?? 0, stock: row?.buyer_stock ?? 0 },
      ofClient: { orders: row?.client_orders ?? 0, stock: row?.client_stock ?? 0 },
      toComeOfClient: { orders: row?.orders_to_come ?? 0, stock: row?.stock_to_come ?? 0 },
    };
  }

  async findFirstOf(subscriptionId: Id<'sub'>): Promise<Order | undefined> {
    const [row] = await this.#session.query(FIRST_OF_SUBSCRIPTION({ id: subscriptionId }));
    return row && this.find(row.id);
  }

  async findByNumber(number: number): Promise<OrderId | undefined> {
    return (await this.#session.query(FIND_BY_NUMBER({ number: String(number) })))[0]?.id;
  }

  async listGuestOrders(key: string, limit: number): Promise<readonly OrderId[]> {
    return (await this.#session.query(GUEST_ORDERS({ key, limit }))).map(({ id }) => id);
  }

  async add(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    this.#session.send(
      INSERT_ORDER({
        ...toOrderRow(order),
        items: toOrderItemRows(order),
        entries: entries.map(toOrderTimelineEntryRow),
      }),
    );
  }

  async save(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    this.#session.send(UPDATE_ORDER({ ...toOrderRow(order), entries: entries.map(toOrderTimelineEntryRow) }));
  }

  async saveWithItems(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    await this.save(order, entries);
    this.#session.send(DELETE_ITEMS(order));
    this.#session.send(INSERT_ITEMS({ items: toOrderItemRows(order) }));
  }

  async claimRefundDue(at: Date, nextAt: Date): Promise<OrderId | undefined> {
    const [claimed] = await this.#session.query(CLAIM_REFUND_DUE({ at, nextAt }));
    return claimed?.id;
  }

  async note(entry: TimelineEntry): Promise<void> {
    this.#session.send(INSERT_ENTRIES({ entries: [toOrderTimelineEntryRow(entry)] }));
  }

  async erase({ userId, emailKey }: ErasedBuyer, at: Date): Promise<OrderId[]> {
    const rows = await this.#session.query(ERASE_ORDERS({ userId, emailKey: emailKey ?? null, at }));
    const orderIds = rows.map(({ id }) => id);
    this.#session.send(ERASE_ENTRIES({ orderIds, types: PERSONAL_ENTRIES }));
    return orderIds;
  }
}
