import type { Currency } from '#core/shared/currency.ts';
import { type Sums, Values } from './measures.ts';

/**
 * What a figure is divided by. `none`: the figures of the shop. A product, a category or a user is its id; `''` stands
 * for guests. A `product_parent` is the product of a variant, or a product without variants itself. A country is that of
 * the sale, `''` without one. A discount is its code, or its name where it needs none. A tax is its country, rate and
 * name, a failure its gateway and code. A cohort is the month in which its buyers bought first, such as `2026-11`.
 * `occurrence`: what is counted once, when it happens.
 */
export type Dimension =
  | 'none'
  | 'product'
  | 'product_parent'
  | 'category'
  | 'user'
  | 'country'
  | 'discount'
  | 'tax'
  | 'gateway'
  | 'failure'
  | 'cohort'
  | 'occurrence';

/** The code of ISO 4217 for no currency: of figures that are no amounts, and are the same for all currencies. */
export const NO_CURRENCY = 'XXX';

/** The currency of figures. */
export type FiguresCurrency = Currency | typeof NO_CURRENCY;

/** What one resource, such as an order, adds to the figures at a time. */
export type Entry = Readonly<{
  at: Date;
  dimension: Dimension;
  /** Of the dimension; `''` for `none`. */
  key: string;
  currency: FiguresCurrency;
  values: Values;
}>;

export const Entry = {
  /** The entries with one per time, dimension, key and currency, in an order that depends on these alone; without zeros. */
  combine: (entries: readonly Entry[]): readonly Entry[] => {
    const combined = new Map<string, Readonly<{ entry: Entry; sums: Sums }>>();
    for (const entry of entries) {
      const name = nameOf(entry);
      const before = combined.get(name);
      if (before === undefined) combined.set(name, { entry, sums: { ...entry.values } });
      else Values.addTo(before.sums, entry.values);
    }
    return [...combined]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { entry, sums }]) => ({ ...entry, values: Values.withoutZeros(sums) }))
      .filter(({ values }) => !Values.isEmpty(values));
  },

  isSame: (a: Entry, b: Entry | undefined): boolean =>
    b !== undefined && nameOf(a) === nameOf(b) && Values.isSame(a.values, b.values),
};

const nameOf = ({ at, dimension, key, currency }: Entry): string => `${at.getTime()} ${dimension} ${currency} ${key}`;
