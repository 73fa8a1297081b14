import { Values } from '#core/analytics/measures.ts';
import { type AnalyticsRepository, COUNTED_EVENTS, type Generation, type SubjectId } from '#core/analytics/ports.ts';
import { isNewer } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import { Id } from '#core/shared/id.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { Changes } from '../store/memory-table.ts';
import type { AnalyticsStore } from './analytics-store.ts';
import { earlierPurchases, savePurchases } from './purchases.ts';
import { saleOf } from './stored-sales.ts';

type Tables = Changes<AnalyticsStore & Pick<MemoryStore, 'occurrences'>>;

export const makeAnalyticsRepository = (
  store: MemoryStore,
  { generations, entries, rollups, labels, purchases, occurrences }: Tables,
): AnalyticsRepository => {
  const listed = (): Generation[] => generations.values().sort((a, b) => a.number - b.number);
  return {
    generations: async () => listed(),

    async begin(timeZone) {
      const all = listed();
      if (all.some(({ status }) => status === 'building')) return;
      const number = (all.at(-1)?.number ?? 0) + 1;
      const position = store.eventPositions.inOrder.length;
      generations.set(number, { number, timeZone, status: 'building', position, lastSubject: null, counted: 0 });
    },

    async claim(number) {
      const generation = generations.get(number);
      return generation?.status === 'retired' ? undefined : generation;
    },

    saveGeneration: async (generation) => generations.set(generation.number, generation),

    async changedAfter(position, limit) {
      const batch = store.eventPositions.inOrder.slice(position, position + limit);
      const subjects = batch.flatMap(({ id, resourceId }) => {
        const type = store.events.get(resourceId)?.find((event) => event.id === id)?.type;
        return COUNTED_EVENTS.some((counted) => counted === type) ? subjectsOf(store, resourceId) : [];
      });
      return { subjects: [...new Set(subjects)].sort(), position: position + batch.length };
    },

    async subjectsAfter(subject, limit) {
      const { orders, invoices, subscriptionMovements } = store;
      const all = [invoices, orders, subscriptionMovements].flatMap((table): SubjectId[] =>
        table.entries().map(([id]) => id),
      );
      return all
        .filter((id) => id > (subject ?? ''))
        .sort()
        .slice(0, limit);
    },

    sales: async (ids) => ids.flatMap((id) => saleOf(store, id) ?? []),

    savePurchases: async (generation, saved) => savePurchases(purchases, generation, saved),
    earlierPurchases: async (generation, ids) => earlierPurchases(purchases, generation, ids),

    async entries(generation, subjects) {
      const rows = subjects.flatMap((subject) => entries.get(`${generation} ${subject}`) ?? []);
      return new Map(rows.map((row) => [row.subject, row.entries]));
    },

    async count(generation, counted) {
      for (const [subject, ofSubject] of counted.entries) {
        const name = `${generation} ${subject}`;
        if (ofSubject.length === 0) entries.delete(name);
        else entries.set(name, { generation, subject, entries: ofSubject });
      }
      for (const label of counted.labels) {
        const name = `${label.dimension} ${label.key}`;
        const known = labels.get(name);
        if (known === undefined || isNewer(label, known)) labels.set(name, label);
      }
      for (const change of counted.changes) {
        const { dimension, currency, grain, start, key } = change;
        const name = `${generation} ${dimension} ${currency} ${grain} ${start.getTime()} ${key}`;
        const values = Values.add(rollups.get(name)?.values ?? {}, change.values);
        if (Values.isEmpty(values)) rollups.delete(name);
        else rollups.set(name, { ...change, generation, values });
      }
    },

    async takeOccurrences(limit) {
      const taken = occurrences.values().slice(0, limit);
      for (const occurrence of taken) occurrences.delete(occurrence);
      return taken;
    },

    async removeSome(generation) {
      for (const table of [entries, rollups, purchases]) table.deleteWhere((row) => row.generation === generation);
      generations.delete(generation);
      return false;
    },
  };
};

/** What is counted of a resource; of a user who was erased the orders, with the guest's orders that were erased too. */
const subjectsOf = ({ orders, payments, returns, withdrawals }: MemoryStore, id: Id): readonly SubjectId[] => {
  if (Id.is('ord', id) || Id.is('inv', id) || Id.is('sub', id)) return [id];
  if (Id.is('usr', id)) {
    const erased = orders.filter(({ userId, erasedBuyer }) => userId === id || erasedBuyer === id);
    return erased.map((order): OrderId => order.id);
  }
  const subject = Id.is('pay', id)
    ? payments.get(id)?.payableId
    : Id.is('ret', id)
      ? returns.get(id)?.orderId
      : Id.is('wdr', id)
        ? withdrawals.get(id)?.orderId
        : undefined;
  return subject == null ? [] : [subject];
};
