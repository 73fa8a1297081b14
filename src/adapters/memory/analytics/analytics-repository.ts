import { Values } from '#core/analytics/measures.ts';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import {
  type AnalyticsRepository,
  COUNTED_EVENTS,
  type Counted,
  type Generation,
  type SubjectId,
} from '#core/analytics/ports.ts';
import type { Sale } from '#core/analytics/sale.ts';
import { isNewer, type SoldLabel } from '#core/analytics/sale.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Id } from '#core/shared/id.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import type { EntriesRow, PurchaseRow, RollupRow } from './analytics-store.ts';
import { MemoryPurchases } from './purchases.ts';
import { saleOf } from './stored-sales.ts';

type Tables = Readonly<{
  store: MemoryStore;
  generations: TableChanges<number, Generation>;
  entries: TableChanges<string, EntriesRow>;
  rollups: TableChanges<string, RollupRow>;
  labels: TableChanges<string, SoldLabel>;
  purchases: TableChanges<string, PurchaseRow>;
  occurrences: TableChanges<Occurrence, Occurrence>;
}>;

export class MemoryAnalyticsRepository implements AnalyticsRepository {
  readonly #tables: Tables;
  readonly #purchases: MemoryPurchases;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#purchases = new MemoryPurchases(tables.purchases);
  }

  async generations(): Promise<readonly Generation[]> {
    return [...this.#tables.generations.values()].sort((a, b) => a.number - b.number);
  }

  async begin(timeZone: string): Promise<void> {
    const all = await this.generations();
    if (all.some(({ status }) => status === 'building')) return;
    const number = (all.at(-1)?.number ?? 0) + 1;
    const position = this.#tables.store.eventPositions.inOrder.length;
    this.#tables.generations.set(number, {
      number,
      timeZone,
      status: 'building',
      position,
      lastSubject: null,
      counted: 0,
    });
  }

  async claim(number: number): Promise<Generation | undefined> {
    const generation = this.#tables.generations.get(number);
    return generation?.status === 'retired' ? undefined : generation;
  }

  async saveGeneration(generation: Generation): Promise<void> {
    this.#tables.generations.set(generation.number, generation);
  }

  async changedAfter(position: number, limit: number) {
    const { eventPositions, events, orders, payments, returns } = this.#tables.store;
    const batch = eventPositions.inOrder.slice(position, position + limit);
    const subjects = batch.flatMap(({ id: eventId, resourceId: id }): SubjectId[] => {
      const type = events.get(id)?.find((event) => event.id === eventId)?.type;
      if (type === undefined || !isCounted(type)) return [];
      if (type === 'user.deleted') return [...ordersOf(id, orders.values())];
      if (Id.is('ord', id) || Id.is('inv', id) || Id.is('sub', id)) return [id];
      const subject = Id.is('pay', id)
        ? payments.get(id)?.payableId
        : Id.is('ret', id)
          ? returns.get(id)?.orderId
          : undefined;
      return subject === undefined ? [] : [subject];
    });
    return { subjects: [...new Set(subjects)].sort(), position: position + batch.length };
  }

  async subjectsAfter(subject: SubjectId | null, limit: number): Promise<readonly SubjectId[]> {
    const { orders, invoices, subscriptionMovements } = this.#tables.store;
    const payables = [...invoices.values(), ...orders.values()].map(({ id }) => id);
    const subscriptions = [...subscriptionMovements.entries()].map(([id]) => id);
    return [...payables, ...subscriptions]
      .filter((id) => id > (subject ?? ''))
      .sort()
      .slice(0, limit);
  }

  async sales(ids: readonly PayableId[]): Promise<readonly Sale[]> {
    return ids.flatMap((id) => saleOf(this.#tables.store, id) ?? []);
  }

  async savePurchases(generation: number, purchases: Parameters<MemoryPurchases['save']>[1]) {
    return this.#purchases.save(generation, purchases);
  }

  async earlierPurchases(generation: number, ids: readonly OrderId[]) {
    return this.#purchases.earlier(generation, ids);
  }

  async entries(generation: number, subjects: readonly SubjectId[]) {
    const rows = subjects.map((subject) => this.#tables.entries.get(`${generation} ${subject}`));
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.subject, row.entries]])));
  }

  async count(generation: number, { entries, changes, labels }: Counted): Promise<void> {
    for (const [subject, ofSubject] of entries) this.#setEntries({ generation, subject, entries: ofSubject });
    for (const label of labels) this.#note(label);
    for (const change of changes) {
      const { dimension, currency, grain, start, key } = change;
      const name = `${generation} ${dimension} ${currency} ${grain} ${start.getTime()} ${key}`;
      const values = Values.add(this.#tables.rollups.get(name)?.values ?? {}, change.values);
      if (Values.isEmpty(values)) this.#tables.rollups.delete(name);
      else this.#tables.rollups.set(name, { ...change, generation, values });
    }
  }

  async takeOccurrences(limit: number): Promise<readonly Occurrence[]> {
    const taken = [...this.#tables.occurrences.values()].slice(0, limit);
    for (const occurrence of taken) this.#tables.occurrences.delete(occurrence);
    return taken;
  }

  async removeSome(generation: number): Promise<boolean> {
    for (const table of [this.#tables.entries, this.#tables.rollups] as const) {
      for (const [name, row] of [...table.entries()]) if (row.generation === generation) table.delete(name);
    }
    this.#purchases.remove(generation);
    this.#tables.generations.delete(generation);
    return false;
  }

  #note(label: SoldLabel): void {
    const name = `${label.dimension} ${label.key}`;
    const known = this.#tables.labels.get(name);
    if (known === undefined || isNewer(label, known)) this.#tables.labels.set(name, label);
  }

  #setEntries(row: EntriesRow): void {
    const name = `${row.generation} ${row.subject}`;
    if (row.entries.length === 0) this.#tables.entries.delete(name);
    else this.#tables.entries.set(name, row);
  }
}

/** The orders of an erased user, and the guest's orders that were erased with them. */
const ordersOf = (userId: string, orders: Iterable<Order>): readonly OrderId[] =>
  [...orders].filter((order) => order.userId === userId || order.erasedBuyer === userId).map(({ id }) => id);

const isCounted = (type: string): boolean => COUNTED_EVENTS.some((counted) => counted === type);
