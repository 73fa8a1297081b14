import type { ExportedRow } from '#core/analytics/export/datasets.ts';
import { type Dataset, type Source, sourceOf } from '#core/analytics/export/datasets.ts';
import { orderItemRows, orderRow, paymentRow, refundRow } from '#core/analytics/export/exported-rows.ts';
import type { ExportQueries, RowRange, SourceChange, SourcePosition } from '#core/analytics/export/ports.ts';
import { Json } from '#core/shared/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

/** A resource of a source, and its rows in a dataset. */
type Exported = SourceChange & Readonly<{ rowsIn(dataset: Dataset): readonly object[] }>;

export class MemoryExportQueries implements ExportQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async rows(dataset: Dataset, { after, before, limit }: RowRange) {
    const found = sorted(this.#all(sourceOf(dataset)), ({ createdAt }) => createdAt)
      .filter(({ createdAt, id }) => isAfter({ at: createdAt, id }, after) && createdAt < before)
      .slice(0, limit);
    const last = found.at(-1);
    return {
      rows: found.flatMap((resource) => resource.rowsIn(dataset)).map((row): ExportedRow => Json.of({ ...row })),
      next: last === undefined || found.length < limit ? null : { at: last.createdAt, id: last.id },
    };
  }

  async changes(source: Source, after: SourcePosition, limit: number): Promise<readonly SourceChange[]> {
    return sorted(this.#all(source), ({ updatedAt }) => updatedAt)
      .filter(({ updatedAt, id }) => isAfter({ at: updatedAt, id }, after))
      .slice(0, limit)
      .map(({ id, createdAt, updatedAt }) => ({ id, createdAt, updatedAt }));
  }

  async nextCreation(source: Source, from: Date) {
    const times = this.#all(source).map(({ createdAt }) => createdAt);
    return times.filter((time) => time >= from).sort(byTime)[0];
  }

  async lastChange(source: Source) {
    const times = this.#all(source).map(({ updatedAt }) => updatedAt);
    return times.sort(byTime).at(-1);
  }

  #all(source: Source): Exported[] {
    const { orders, payments, paymentOperations } = this.#store;
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
  }
}

const byTime = (a: Date, b: Date): number => a.getTime() - b.getTime();

const sorted = (resources: readonly Exported[], timeOf: (resource: Exported) => Date): Exported[] =>
  [...resources].sort((a, b) => byTime(timeOf(a), timeOf(b)) || (a.id < b.id ? -1 : 1));

const isAfter = (position: SourcePosition, after: SourcePosition): boolean =>
  position.at > after.at || (position.at.getTime() === after.at.getTime() && position.id > after.id);
