import { KEYED_DIMENSIONS } from '#core/analytics/dimensions.ts';
import { Values } from '#core/analytics/measures.ts';
import type { Generation } from '#core/analytics/ports.ts';
import {
  type AnalyticsQueries,
  type BuyerCounts,
  type FiguresQuery,
  type LabelledDimension,
  NO_BUYERS,
} from '#core/analytics/ports.ts';
import { compareRows, type FiguresRow } from '#core/analytics/row-order.ts';
import { Id } from '#core/shared/id.ts';
import { allWithVariants } from '../catalog/variants.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { AnalyticsStore, PurchaseRow } from './analytics-store.ts';

/** What is added up at a time. */
type Figure = Readonly<{ at: Date; key: string; values: Values }>;

export class MemoryAnalyticsQueries implements AnalyticsQueries {
  readonly #shop: MemoryStore;
  readonly #store: AnalyticsStore;

  constructor(shop: MemoryStore, store: AnalyticsStore) {
    this.#shop = shop;
    this.#store = store;
  }

  async generations(): Promise<readonly Generation[]> {
    return this.#store.generations.values().sort((a, b) => a.number - b.number);
  }

  async countSubjects(): Promise<number> {
    const { orders, invoices, subscriptionMovements } = this.#shop;
    return [...orders.values(), ...invoices.values(), ...subscriptionMovements.values()].length;
  }

  async labels(dimension: LabelledDimension, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const labels = keys.map((key) => [key, this.#label(dimension, key)] as const);
    return new Map(labels.flatMap(([key, label]) => (label === undefined ? [] : [[key, label]])));
  }

  #label(dimension: LabelledDimension, key: string): string | undefined {
    const { users, products, categories } = this.#shop;
    if (dimension === 'user') {
      const user = Id.is('usr', key) ? users.get(key) : undefined;
      return user?.name ?? user?.email;
    }
    const product = Id.is('prod', key) ? products.get(key) : undefined;
    const category = Id.is('cat', key) ? categories.get(key) : undefined;
    return (product ?? category)?.name ?? this.#store.labels.get(`${dimension} ${key}`)?.label;
  }

  async series({ starts, ...query }: Parameters<AnalyticsQueries['series']>[0]): Promise<ReadonlyMap<number, Values>> {
    const sums = new Map<number, Values>();
    for (const { at, values } of this.#figures(query)) {
      const interval = intervalAt(starts, at);
      sums.set(interval, Values.add(sums.get(interval) ?? {}, values));
    }
    return sums;
  }

  async buyers(generation: number, { from, to, starts }: Parameters<AnalyticsQueries['buyers']>[1]) {
    let total = NO_BUYERS;
    const intervals = new Map<number, BuyerCounts>();
    for (const row of this.#store.purchases.values()) {
      if (row.generation !== generation || row.at < from || row.at >= to) continue;
      total = withPurchase(total, row, from);
      const interval = intervalAt(starts, row.at);
      const start = starts[interval] ?? from;
      const since = start > from ? start : from;
      intervals.set(interval, withPurchase(intervals.get(interval) ?? NO_BUYERS, row, since));
    }
    return { total, intervals };
  }

  async signUps({
    from,
    to,
    starts,
  }: Parameters<AnalyticsQueries['signUps']>[0]): Promise<ReadonlyMap<number, number>> {
    const customers = this.#shop.users.filter(({ role }) => role === 'customer');
    const created = [...customers.map(({ createdAt }) => createdAt), ...this.#shop.erasedCustomers.values()];
    const counts = new Map<number, number>();
    for (const at of created) {
      if (at < from || at >= to) continue;
      const interval = intervalAt(starts, at);
      counts.set(interval, (counts.get(interval) ?? 0) + 1);
    }
    return counts;
  }

  async cohorts({ generation, currency, first, last }: Parameters<AnalyticsQueries['cohorts']>[0]) {
    return this.#store.rollups
      .filter((row) => row.generation === generation && row.dimension === 'cohort' && row.currency === currency)
      .filter(({ key, grain }) => grain === 'month' && key >= first && key <= last)
      .map(({ key: cohort, start: month, values }) => ({ cohort, month, values }));
  }

  async top({ by, limit, ...query }: Parameters<AnalyticsQueries['top']>[0]) {
    const sums = new Map<string, Values>();
    for (const { key, values } of this.#figures(query)) sums.set(key, Values.add(sums.get(key) ?? {}, values));
    const rows = [...sums].map(([key, values]) => ({ key, values, sum: values[by] ?? 0n }));
    return rows
      .filter(({ sum }) => sum !== 0n)
      .sort((a, b) => (a.sum === b.sum ? (a.key < b.key ? -1 : 1) : a.sum > b.sum ? -1 : 1))
      .slice(0, limit)
      .map(({ key, values }) => ({ key, values }));
  }

  async divide(query: Parameters<AnalyticsQueries['divide']>[0]): Promise<readonly FiguresRow[]> {
    const { by, keys, isByKey, starts, measures, order, limit, ...rest } = query;
    const { dimension } = KEYED_DIMENSIONS[by];
    const rows = new Map<string, FiguresRow>();
    for (const { at, values, ...figure } of this.#figures({ ...rest, dimension })) {
      if (keys?.includes(figure.key) === false) continue;
      const key = isByKey ? figure.key : '';
      const interval = intervalAt(starts, at);
      const name = `${interval} ${key}`;
      rows.set(name, { key, interval, values: Values.add(rows.get(name)?.values ?? {}, values) });
    }
    return [...rows.values()]
      .filter(({ values }) => measures.some((measure) => values[measure] !== undefined))
      .sort(compareRows(order))
      .slice(0, limit);
  }

  async countUnsoldProducts(query: Parameters<AnalyticsQueries['countUnsoldProducts']>[0]): Promise<number> {
    const sold = new Set<string>();
    for (const { key, values } of this.#figures({ ...query, dimension: 'product' })) {
      if ((values.units ?? 0n) > 0n) sold.add(key);
    }
    return allWithVariants(this.#shop.products.values()).filter(
      ({ id, status, isParentActive, variants, price }) =>
        status === 'active' &&
        isParentActive &&
        variants.length === 0 &&
        price.currency === query.currency &&
        !sold.has(id),
    ).length;
  }

  *#figures({ generation, dimension, currency, segments }: FiguresQuery): Iterable<Figure> {
    const isAsked = (row: Readonly<{ dimension: string; currency: string }>): boolean =>
      row.dimension === dimension && row.currency === currency;
    for (const { grain, from, to } of segments) {
      for (const row of this.#store.rollups.values()) {
        const isIn = row.grain === grain && row.start >= from && row.start < to;
        if (isIn && row.generation === generation && isAsked(row)) yield { ...row, at: row.start };
      }
      if (grain !== 'entries') continue;
      for (const row of this.#store.entries.values()) {
        if (row.generation !== generation) continue;
        for (const entry of row.entries) if (entry.at >= from && entry.at < to && isAsked(entry)) yield entry;
      }
    }
  }
}

/** The index of the interval that contains a time. */
const intervalAt = (starts: readonly Date[], at: Date): number => starts.findLastIndex((start) => start <= at);

/** Counts a buyer at the first purchase since a time, and a repeat buyer at the first one after the buyer's first purchase. */
const withPurchase = (
  { buyers, newBuyers, repeatBuyers, active }: BuyerCounts,
  { buyer, at, firstAt, previousAt }: PurchaseRow,
  since: Date,
): BuyerCounts => {
  const isNew = previousAt === null;
  const isReturning = previousAt !== null && previousAt < since;
  const isSecond = at > firstAt && previousAt?.getTime() === firstAt.getTime();
  const counts = isNew || isReturning ? 1 : 0;
  return {
    buyers: buyers + counts,
    newBuyers: newBuyers + (isNew ? 1 : 0),
    repeatBuyers: repeatBuyers + (isSecond || isReturning ? 1 : 0),
    active: active + (buyer.startsWith('usr_') ? counts : 0),
  };
};
