// Why: docs/decisions/0030-price-history.md

import { describeList } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import type { Product } from './product.ts';

/** A time during which a product had a price. */
export type PricePeriod = Readonly<{
  price: Money;
  /** Whether the product was active. */
  isPublished: boolean;
  from: Date;
  /** Null for the present price. */
  to: Date | null;
}>;

/** A period as the API shows it. */
export type PricePeriodView = Readonly<{
  object: 'price';
  /** Major units. */
  price: number;
  currency: string;
  published: boolean;
  from: string;
  to: string | null;
}>;

export const pricePeriodView = ({ price, isPublished, from, to }: PricePeriod): PricePeriodView => ({
  object: 'price',
  price: price.toNumber(),
  currency: price.currency,
  published: isPublished,
  from: from.toISOString(),
  to: to?.toISOString() ?? null,
});

/** The periods, oldest first, without changes of publication alone: published is what was active at some time of it. */
export const priceChanges = (periods: readonly PricePeriod[]): readonly PricePeriod[] => {
  const changes: PricePeriod[] = [];
  for (const period of periods) {
    const last = changes.at(-1);
    if (last === undefined || last.price.currency !== period.price.currency || last.price.compare(period.price) !== 0)
      changes.push(period);
    else changes.splice(-1, 1, { ...last, isPublished: last.isPublished || period.isPublished, to: period.to });
  }
  return changes;
};

/** The newest first. */
export const priceList = describeList<PricePeriodView>()({
  filters: {},
  sorts: [],
  defaultSort: { by: 'from', descending: true },
});

// The EU's Price Indication Directive, article 6a: a reduction is announced with the lowest price of the 30 days before it.
// A reduction starts when the published price falls, continues through further cuts, and ends when the price rises.

const DAYS_BEFORE_MS = 30 * 24 * 3_600_000;

/** The time from which on prices may count for a reduction at a time. */
export const startOfPriorPrices = (at: Date): Date => new Date(at.getTime() - DAYS_BEFORE_MS);

/** Whether a change may start or end a reduction. */
export const changesPublishedPrice = (before: Product, after: Product): boolean =>
  after.status === 'active' &&
  (before.status !== 'active' ||
    before.price.currency !== after.price.currency ||
    before.price.compare(after.price) !== 0);

/**
 * A changed product with the lowest price before its reduction, or without one while it is not reduced.
 * @param published the published periods that ended after `startOfPriorPrices`, and the last one; the newest first.
 */
export const withLowestPrice = (after: Product, published: readonly PricePeriod[]): Product => {
  const { currency } = after.price;
  const [last] = published;
  const change = last?.price.currency === currency ? after.price.compare(last.price) : 1;
  if (change === 0) return after;
  if (change > 0) return { ...after, lowestPrice30d: null };
  if (after.lowestPrice30d !== null) return after;
  const start = startOfPriorPrices(after.updatedAt);
  const [first, ...others] = published
    .filter(({ price, to }) => price.currency === currency && (to === null || to > start))
    .map(({ price }) => price);
  if (first === undefined) return after;
  return {
    ...after,
    lowestPrice30d: others.reduce((lowest, each) => (each.compare(lowest) < 0 ? each : lowest), first),
  };
};
