import type { Entry } from '#core/analytics/entry.ts';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import {
  type AnalyticsRepository,
  COUNTED_EVENTS,
  type Counted,
  type Generation,
  type SubjectId,
} from '#core/analytics/ports.ts';
import type { Rollup } from '#core/analytics/rollup.ts';
import type { Purchase, Sale } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Id } from '#core/shared/id.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { type AnalyticsEntriesRow, toEntry, toStoredEntry } from '../tables/analytics-entries.ts';
import { toGeneration, toGenerationRow } from '../tables/analytics-generations.ts';
import { toStoredValues } from '../tables/analytics-rollups.ts';
import {
  ADD_TO_ROLLUPS,
  BEGIN_GENERATION,
  CHANGED_AFTER,
  CLAIM_GENERATION,
  DELETE_EMPTY_ROLLUPS,
  DELETE_ENTRIES,
  FIND_ENTRIES,
  GENERATIONS,
  INSERT_ENTRIES,
  REMOVE_GENERATION,
  REMOVE_SOME_ENTRIES,
  REMOVE_SOME_PURCHASES,
  REMOVE_SOME_ROLLUPS,
  SAVE_GENERATION,
  SAVE_LABELS,
  type StoredRollup,
  SUBJECTS_AFTER,
} from './figure-statements.ts';
import { TAKE_OCCURRENCES } from './occurrence-statements.ts';
import { FIND_PURCHASES, ORDER_PURCHASES, REPLACE_PURCHASES } from './purchase-statements.ts';
import { FIND_INVOICES, FIND_ORDERS, toFacts, toPaidInvoice, toSoldOrder } from './sale-statements.ts';

/** So many rows are removed in less than a second. */
const REMOVED_AT_ONCE = 20_000;

export class PostgresAnalyticsRepository implements AnalyticsRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async generations(): Promise<readonly Generation[]> {
    return (await this.#session.query(GENERATIONS({}))).map(toGeneration);
  }

  async begin(timeZone: string): Promise<void> {
    await this.#session.query(BEGIN_GENERATION({ time_zone: timeZone }));
  }

  async claim(number: number): Promise<Generation | undefined> {
    const [row] = await this.#session.query(CLAIM_GENERATION({ generation: number }));
    return row && toGeneration(row);
  }

  async saveGeneration(generation: Generation): Promise<void> {
    await this.#session.query(SAVE_GENERATION(toGenerationRow(generation)));
  }

  async changedAfter(position: number, limit: number) {
    const [batch] = await this.#session.query(
      CHANGED_AFTER({ position: String(position), limit, types: COUNTED_EVENTS }),
    );
    return { subjects: batch?.subjects ?? [], position: Number(batch?.position ?? position) };
  }

  async subjectsAfter(subject: SubjectId | null, limit: number): Promise<readonly SubjectId[]> {
    return (await this.#session.query(SUBJECTS_AFTER({ after: subject ?? '', limit }))).map(({ id }) => id);
  }

  async sales(ids: readonly PayableId[]): Promise<readonly Sale[]> {
    const orderIds = ids.filter((id) => Id.is('ord', id));
    const invoiceIds = ids.filter((id) => Id.is('inv', id));
    const [orders, invoices] = await Promise.all([
      orderIds.length === 0 ? [] : this.#session.query(FIND_ORDERS({ ids: orderIds })),
      invoiceIds.length === 0 ? [] : this.#session.query(FIND_INVOICES({ ids: invoiceIds })),
    ]);
    return [
      ...orders.map((row) => ({ sold: toSoldOrder(row), ...toFacts(row) })),
      ...invoices.map((row) => ({ sold: toPaidInvoice(row), ...toFacts(row) })),
    ];
  }

  async savePurchases(
    generation: number,
    purchases: ReadonlyMap<OrderId, Purchase | undefined>,
  ): Promise<readonly OrderId[]> {
    if (purchases.size === 0) return [];
    const rows = [...purchases].map(([order_id, purchase]) => ({
      order_id,
      buyer: purchase?.buyer ?? null,
      at: purchase?.at ?? null,
    }));
    const positions = await this.#session.query(REPLACE_PURCHASES({ generation, rows }));
    if (positions.length === 0) return [];
    const affected = await this.#session.query(ORDER_PURCHASES({ generation, positions }));
    return affected.map(({ order_id: id }) => id).filter((id) => !purchases.has(id));
  }

  async earlierPurchases(generation: number, ids: readonly OrderId[]) {
    const rows = await this.#session.query(FIND_PURCHASES({ generation, ids }));
    return new Map(
      rows.map(({ order_id: id, first_at: firstAt, previous_at: previousAt }) => [id, { firstAt, previousAt }]),
    );
  }

  async entries(generation: number, subjects: readonly SubjectId[]) {
    const found = new Map<SubjectId, readonly Entry[]>();
    for (const { subject_id: id, at, entries } of await this.#session.query(FIND_ENTRIES({ generation, subjects }))) {
      found.set(id, [...(found.get(id) ?? []), ...entries.map((entry) => toEntry(entry, at))]);
    }
    return found;
  }

  async count(generation: number, { entries, replaced, changes, labels }: Counted): Promise<void> {
    if (replaced.length > 0) this.#session.send(DELETE_ENTRIES({ generation, subjects: replaced }));
    const stored = rowsOf(generation, entries);
    if (stored.length > 0) this.#session.send(INSERT_ENTRIES({ rows: stored }));
    if (labels.length > 0) this.#session.send(SAVE_LABELS({ rows: labels }));
    const rows = changes.map((change) => toStoredRollup(generation, change));
    if (rows.length === 0) return;
    this.#session.send(ADD_TO_ROLLUPS({ rows }));
    const reduced = rows.filter((_, index) => reduces(changes[index]));
    if (reduced.length > 0) this.#session.send(DELETE_EMPTY_ROLLUPS({ rows: reduced }));
  }

  takeOccurrences(limit: number): Promise<readonly Occurrence[]> {
    return this.#session.query(TAKE_OCCURRENCES({ limit }));
  }

  async removeSome(generation: number): Promise<boolean> {
    for (const remove of [REMOVE_SOME_ENTRIES, REMOVE_SOME_ROLLUPS, REMOVE_SOME_PURCHASES]) {
      const [row] = await this.#session.query(remove({ generation, limit: REMOVED_AT_ONCE }));
      if (row !== undefined && row.removed > 0) return true;
    }
    await this.#session.query(REMOVE_GENERATION({ generation }));
    return false;
  }
}

/** One row per subject and time. */
const rowsOf = (generation: number, entries: ReadonlyMap<SubjectId, readonly Entry[]>): AnalyticsEntriesRow[] => {
  return [...entries].flatMap(([id, ofSubject]) =>
    [...Map.groupBy(ofSubject, ({ at }) => at.getTime())].map(([time, entriesThen]) => ({
      generation,
      subject_id: id,
      at: new Date(time),
      entries: entriesThen.map(toStoredEntry),
    })),
  );
};

const toStoredRollup = (generation: number, { values, ...rollup }: Rollup): StoredRollup => ({
  generation,
  ...rollup,
  ...toStoredValues(values),
});

const reduces = (change: Rollup | undefined): boolean =>
  change !== undefined && Object.values(change.values).some((value) => value < 0n);
