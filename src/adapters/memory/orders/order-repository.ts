import { Order, type OrderId } from '#core/orders/order.ts';
import { duplicateExternalId } from '#core/orders/order-details.ts';
import { stockOf } from '#core/orders/order-item.ts';
import type { ErasedBuyer, OrderRepository } from '#core/orders/ports.ts';
import { PERSONAL_ENTRIES, type TimelineEntry } from '#core/orders/timeline-entry.ts';
import { Payment } from '#core/payments/payment.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { TableChanges } from '../store/memory-table.ts';

type Tables = Readonly<{
  orders: TableChanges<OrderId, Order>;
  timelines: TableChanges<OrderId, readonly TimelineEntry[]>;
  numbers: TableChanges<'last', number>;
  payments: TableChanges<Payment['id'], Payment>;
}>;

const FIRST_NUMBER = 1001;

export class MemoryOrderRepository implements OrderRepository {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async nextNumber(): Promise<number> {
    const number = (this.#tables.numbers.get('last') ?? FIRST_NUMBER - 1) + 1;
    this.#tables.numbers.set('last', number);
    return number;
  }

  async get(id: OrderId): Promise<Order> {
    const order = this.#tables.orders.get(id);
    if (order === undefined) throw notFound('order', id);
    return order;
  }

  async find(id: OrderId): Promise<Order | undefined> {
    return this.#tables.orders.get(id);
  }

  // transactions are serialized: no lock is needed
  async claimExpired(at: Date, except: readonly OrderId[] = []): Promise<Order | undefined> {
    let first: Order | undefined;
    for (const order of this.#tables.orders.values()) {
      if (order.expiresAt === null || order.expiresAt > at || except.includes(order.id)) continue;
      if (this.#hasPendingPayment(order)) continue;
      if (first?.expiresAt == null || order.expiresAt < first.expiresAt) first = order;
    }
    return first;
  }

  #hasPendingPayment({ id }: Order): boolean {
    return [...this.#tables.payments.values()].some(
      (payment) => payment.payableId === id && Payment.isPending(payment),
    );
  }

  async claimCancelling(before: Date, at: Date): Promise<OrderId | undefined> {
    for (const order of this.#tables.orders.values()) {
      if (order.cancellingSince === null || order.cancellingSince > before) continue;
      // the time is also the lease
      this.#tables.orders.set(order.id, { ...order, cancellingSince: at });
      return order.id;
    }
    return undefined;
  }

  async claimRefundDue(at: Date, nextAt: Date): Promise<OrderId | undefined> {
    for (const order of this.#tables.orders.values()) {
      if (order.refundDueAt === null || order.refundDueAt > at) continue;
      this.#tables.orders.set(order.id, { ...order, refundDueAt: nextAt });
      return order.id;
    }
    return undefined;
  }

  // transactions are serialized: no lock is needed
  async countUnpaid(userId: NonNullable<Order['userId']>): Promise<number> {
    return [...this.#tables.orders.values()].filter(
      (order) => order.userId === userId && order.isByCustomer && isUnpaid(order),
    ).length;
  }

  async countUnpaidOfGuest({ emailKey: key, client }: Readonly<{ emailKey: string | null; client: string }>) {
    const unpaid = [...this.#tables.orders.values()].filter((order) => order.guest !== null && isUnpaid(order));
    const count = (orders: readonly Order[]) => ({
      orders: orders.length,
      stock: stockOf(orders.flatMap(({ items }) => items)),
    });
    return {
      ofEmail: count(unpaid.filter(({ email }) => email !== null && emailKey(email) === key)),
      ofClient: count(unpaid.filter(({ guest }) => guest?.client === client)),
    };
  }

  async listGuestOrders(key: string, limit: number): Promise<readonly OrderId[]> {
    return [...this.#tables.orders.values()]
      .filter(({ userId, email }) => userId === null && email !== null && emailKey(email) === key)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async add(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    this.#requireUnique(order);
    this.#tables.orders.set(order.id, order);
    this.#append(entries);
  }

  /** An order is stored with its items anyway. */
  saveWithItems(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    return this.save(order, entries);
  }

  async save(order: Order, entries: readonly TimelineEntry[]): Promise<void> {
    if (this.#tables.orders.get(order.id)?.version !== order.version - 1) {
      throw conflict(`Order ${order.id} was changed concurrently.`);
    }
    this.#requireUnique(order);
    this.#tables.orders.set(order.id, order);
    this.#append(entries);
  }

  #requireUnique({ id, externalId }: Order): void {
    if (externalId === null) return;
    for (const other of this.#tables.orders.values()) {
      if (other.externalId === externalId && other.id !== id) throw duplicateExternalId();
    }
  }

  async note(entry: TimelineEntry): Promise<void> {
    this.#append([entry]);
  }

  async erase(buyer: ErasedBuyer, at: Date): Promise<OrderId[]> {
    const { orders, timelines } = this.#tables;
    const erased = [...orders.values()].filter((order) => isOrderOf(order, buyer));
    for (const order of erased) {
      orders.set(order.id, Order.withoutBuyer(order, buyer.userId, at));
      timelines.set(order.id, (timelines.get(order.id) ?? []).map(withoutPersonalDetails));
    }
    return erased.map(({ id }) => id);
  }

  #append(entries: readonly TimelineEntry[]): void {
    for (const entry of entries) {
      const before = this.#tables.timelines.get(entry.orderId) ?? [];
      this.#tables.timelines.set(entry.orderId, [...before, entry]);
    }
  }
}

const isUnpaid = ({ state }: Order): boolean =>
  state.status === 'open' && (state.payment === 'unpaid' || state.payment === 'partially_paid');

const isOrderOf = (order: Order, { userId, emailKey: key }: ErasedBuyer): boolean =>
  order.userId === userId || (order.userId === null && order.email !== null && emailKey(order.email) === key);

const withoutPersonalDetails = (entry: TimelineEntry): TimelineEntry =>
  PERSONAL_ENTRIES.includes(entry.type) ? { ...entry, details: {} } : entry;
