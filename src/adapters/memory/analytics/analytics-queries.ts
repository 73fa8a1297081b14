import { KEYED_DIMENSIONS } from '#core/analytics/dimensions.ts';
import { Values } from '#core/analytics/measures.ts';
import {
  type AnalyticsQueries,
  type BuyerCounts,
  type FiguresQuery,
  type LabelledDimension,
  NO_BUYERS,
} from '#core/analytics/ports.ts';
import { compareRows, type FiguresRow } from '#core/analytics/row-order.ts';
import { Id } from '#core/shared/id.ts';
import { withDescendants } from '../catalog/category-lookup.ts';
import { allWithVariants } from '../catalog/variants.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { AnalyticsStore, PurchaseRow } from './analytics-store.ts';

/** What is added up at a time. */
type Figure = Readonly<{ at: Date; key: string; values: Values }>;

export const makeAnalyticsQueries = (shop: MemoryStore, store: AnalyticsStore): AnalyticsQueries => ({
  generations: async () => store.generations.values().sort((a, b) => a.number - b.number),

  async countSubjects() {
    const { orders, invoices, subscriptionMovements } = shop;
    return [...orders.values(), ...invoices.values(), ...subscriptionMovements.values()].length;
  },

  async labels(dimension, keys) {
    const labels = keys.map((key) => [key, labelOf(shop, store, { dimension, key })] as const);
    return new Map(labels.flatMap(([key, label]) => (label === undefined ? [] : [[key, label]])));
  },

  async coveredKeys(dimension, keys) {
    const { orders, products } = shop;
    if (dimension === 'category') {
      const categories = keys.filter((key) => Id.is('cat', key));
      return [...new Set([...keys, ...withDescendants(shop, categories)])];
    }
    const sold = orders.values().flatMap(({ items }) => items);
    const deleted = sold.flatMap(({ productId: id, parentId }) =>
      id === null || products.get(id) !== undefined ? [] : [{ id, parentId }],
    );
    const variants = [...products.values(), ...deleted];
    return [
      ...new Set([...keys, ...variants.flatMap(({ id, parentId }) => (keys.includes(parentId ?? '') ? [id] : []))]),
    ];
  },

  async series({ starts, ...query }) {
    const sums = new Map<number, Values>();
    for (const { at, values } of figuresIn(store, query)) {
      const interval = intervalAt(starts, at);
      sums.set(interval, Values.add(sums.get(interval) ?? {}, values));
    }
    return sums;
  },

  async buyers(generation, { from, to, starts }) {
    let total = NO_BUYERS;
    const intervals = new Map<number, BuyerCounts>();
    for (const row of store.purchases.values()) {
      if (row.generation !== generation || row.at < from || row.at >= to) continue;
      total = withPurchase(total, row, from);
      const interval = intervalAt(starts, row.at);
      const start = starts[interval] ?? from;
      const since = start > from ? start : from;
      intervals.set(interval, withPurchase(intervals.get(interval) ?? NO_BUYERS, row, since));
    }
    return { total, intervals };
  },

  async signUps({ from, to, starts }) {
    const customers = shop.users.filter(({ role }) => role === 'customer');
    const created = [...customers.map(({ createdAt }) => createdAt), ...shop.erasedCustomers.values()];
    const counts = new Map<number, number>();
    for (const at of created) {
      if (at < from || at >= to) continue;
      const interval = intervalAt(starts, at);
      counts.set(interval, (counts.get(interval) ?? 0) + 1);
    }
    return counts;
  },

  async cohorts({ generation, currency, first, last }) {
    return store.rollups
      .filter((row) => row.generation === generation && row.dimension === 'cohort' && row.currency === currency)
      .filter(({ key, grain }) => grain === 'month' && key >= first && key <= last)
      .map(({ key: cohort, start: month, values }) => ({ cohort, month, values }));
  },

  async top({ by, limit, ...query }) {
    const sums = new Map<string, Values>();
    for (const { key, values } of figuresIn(store, query)) sums.set(key, Values.add(sums.get(key) ?? {}, values));
    const rows = [...sums].map(([key, values]) => ({ key, values, sum: values[by] ?? 0n }));
    return rows
      .filter(({ sum }) => sum !== 0n)
      .sort((a, b) => (a.sum === b.sum ? (a.key < b.key ? -1 : 1) : a.sum > b.sum ? -1 : 1))
      .slice(0, limit)
      .map(({ key, values }) => ({ key, values }));
  },

  async divide({ by, keys, isByKey, starts, measures, order, limit, ...query }) {
    const { dimension } = KEYED_DIMENSIONS[by];
    const rows = new Map<string, FiguresRow>();
    for (const { at, values, ...figure } of figuresIn(store, { ...query, dimension })) {
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
  },

  async countUnsoldProducts(query) {
    const figures = [...figuresIn(store, { ...query, dimension: 'product' })];
    const sold = new Set(figures.filter(({ values }) => (values.units ?? 0n) > 0n).map(({ key }) => key));
    return allWithVariants(shop.products.values()).filter(
      ({ id, status, isParentActive, variants, price }) =>
        status === 'active' &&
        isParentActive &&
        variants.length === 0 &&
        price.currency === query.currency &&
        !sold.has(id),
    ).length;
  },
});

const labelOf = (
  { users, products, categories }: MemoryStore,
  { labels }: AnalyticsStore,
  { dimension, key }: Readonly<{ dimension: LabelledDimension; key: string }>,
): string | undefined => {
  if (dimension === 'user') {
    const user = Id.is('usr', key) ? users.get(key) : undefined;
    return user?.name ?? user?.email;
  }
  const product = Id.is('prod', key) ? products.get(key) : undefined;
  const category = Id.is('cat', key) ? categories.get(key) : undefined;
  return (product ?? category)?.name ?? labels.get(`${dimension === 'category' ? dimension : 'product'} ${key}`)?.label;
};

const figuresIn = function* (
  { rollups, entries }: AnalyticsStore,
  { generation, dimension, currency, segments }: FiguresQuery,
): Iterable<Figure> {
  const isAsked = (row: Readonly<{ dimension: string; currency: string }>): boolean =>
    row.dimension === dimension && row.currency === currency;
  for (const { grain, from, to } of segments) {
    for (const row of rollups.values()) {
      const isIn = row.grain === grain && row.start >= from && row.start < to;
      if (isIn && row.generation === generation && isAsked(row)) yield { ...row, at: row.start };
    }
    if (grain !== 'entries') continue;
    for (const row of entries.filter((each) => each.generation === generation)) {
      for (const entry of row.entries) if (entry.at >= from && entry.at < to && isAsked(entry)) yield entry;
    }
  }
};

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
