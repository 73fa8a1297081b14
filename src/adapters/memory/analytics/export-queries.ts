import { type Dataset, type ExportedRow, type Source, sourceOf } from '#core/analytics/export/datasets.ts';
import { orderItemRows, orderRow, paymentRow, refundRow } from '#core/analytics/export/exported-rows.ts';
import type { ExportQueries, SourceChange, SourcePosition } from '#core/analytics/export/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';

/** A resource of a source, and its rows in a dataset. */
type Exported = SourceChange & Readonly<{ rowsIn(dataset: Dataset): readonly object[] }>;

export const makeExportQueries = (store: MemoryStore): ExportQueries => ({
  async rows(dataset, { after, before, limit }) {
    const found = sorted(resourcesOf(store, sourceOf(dataset)), ({ createdAt }) => createdAt)
      .filter(({ createdAt, id }) => isAfter({ at: createdAt, id }, after) && createdAt < before)
      .slice(0, limit);
    const last = found.at(-1);
    return {
      rows: found.flatMap((resource) => resource.rowsIn(dataset)).map((row): ExportedRow => Json.of({ ...row })),
      next: last === undefined || found.length < limit ? null : { at: last.createdAt, id: last.id },
    };
  },

  async changes(source, after, limit) {
    return sorted(resourcesOf(store, source), ({ updatedAt }) => updatedAt)
      .filter(({ updatedAt, id }) => isAfter({ at: updatedAt, id }, after))
      .slice(0, limit)
      .map(({ id, createdAt, updatedAt }) => ({ id, createdAt, updatedAt }));
  },

  async nextCreation(source, from) {
    const times = resourcesOf(store, source).map(({ createdAt }) => createdAt);
    return times.filter((time) => time >= from).sort(byTime)[0];
  },

  async lastChange(source) {
    const times = resourcesOf(store, source).map(({ updatedAt }) => updatedAt);
    return times.sort(byTime).at(-1);
  },
});

const resourcesOf = ({ orders, payments, paymentOperations }: MemoryStore, source: Source): Exported[] => {
  switch (source) {
    case 'orders':
      return orders.values().map((order) => ({
        ...order,
        rowsIn: (dataset) => (dataset === 'orders' ? [orderRow(order)] : orderItemRows(order)),
      }));
    case 'payments':
      return payments.values().map((payment) => ({ ...payment, rowsIn: () => [paymentRow(payment)] }));
    case 'refunds':
      return paymentOperations.values().flatMap((operation) => {
        const payment = payments.get(operation.paymentId);
        if (operation.kind !== 'refund' || payment === undefined) return [];
        return [{ ...operation, rowsIn: () => [refundRow(operation, payment)] }];
      });
  }
};

const byTime = (a: Date, b: Date): number => a.getTime() - b.getTime();

const sorted = (resources: readonly Exported[], timeOf: (resource: Exported) => Date): Exported[] =>
  resources.toSorted((a, b) => byTime(timeOf(a), timeOf(b)) || byId(a, b));

const isAfter = (position: SourcePosition, after: SourcePosition): boolean =>
  position.at > after.at || (position.at.getTime() === after.at.getTime() && position.id > after.id);
