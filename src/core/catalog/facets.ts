// Why: docs/decisions/0028-facets.md

import type { CategoryId } from './category.ts';
import type { ProductFilter } from './product-view.ts';

/** What matching products are counted by: their category, their price, or one of their attributes. */
export type Facet = 'category' | 'price' | `attributes.${string}`;

export type FacetRequest = Readonly<{ facets: readonly Facet[]; filter: ProductFilter }>;

export type ValueCount = Readonly<{ value: string; count: number }>;

export type CategoryCount = ValueCount & Readonly<{ id: CategoryId }>;

/** A range of prices in major units, both ends included. */
export type PriceCount = Readonly<{ from: number; to: number; count: number }>;

/**
 * The counts of each requested facet. Values are sorted by count, the highest first, then by text; products without a
 * value are not counted. Price ranges are in order, do not overlap, and have about as many products each.
 */
export type FacetCounts = Readonly<{
  /** Whether all matching products were counted. */
  exact: boolean;
  category?: readonly CategoryCount[];
  price?: readonly PriceCount[];
}> &
  Readonly<{ [Name in `attributes.${string}`]?: readonly ValueCount[] }>;

/** Counting stops at this many products: 10,000 are counted exactly, and of more, some are. */
export const MAX_COUNTED = 10_001;

/** The most values of a facet. */
export const MAX_FACET_VALUES = 50;

export const PRICE_RANGES = 5;

/**
 * Where prices are divided: a range ends with the price at this fraction of all prices in order, so that equal prices are
 * in one range.
 */
export const PRICE_FRACTIONS = Array.from({ length: PRICE_RANGES - 1 }, (_, index) => (index + 1) / PRICE_RANGES);

const ATTRIBUTE = 'attributes.';

/** The name of the attribute; undefined for other facets. */
export const attributeOf = (facet: Facet): string | undefined =>
  facet.startsWith(ATTRIBUTE) ? facet.slice(ATTRIBUTE.length) : undefined;

/** The facets by what they count: each ignores its own filter. */
export const groupFacets = ({ facets, filter }: FacetRequest): readonly FacetRequest[] => {
  const groups = new Map<string, FacetRequest>();
  for (const facet of facets) {
    const remaining = withoutFilterOf(facet, filter);
    const key = JSON.stringify(remaining);
    groups.set(key, { filter: remaining, facets: [...(groups.get(key)?.facets ?? []), facet] });
  }
  return [...groups.values()];
};

/** The counts of several groups, with the facets in the order of the request. */
export const joinCounts = (facets: readonly Facet[], counts: readonly FacetCounts[]): FacetCounts => {
  const all: Readonly<Record<string, unknown>> = Object.assign({}, ...counts);
  return {
    ...Object.fromEntries(facets.map((facet) => [facet, all[facet]])),
    exact: counts.every(({ exact }) => exact),
  };
};

const withoutFilterOf = (facet: Facet, filter: ProductFilter): ProductFilter => {
  const { category: _category, ...withoutCategory } = filter;
  if (facet === 'category') return withoutCategory;
  const { price_min: _min, price_max: _max, ...withoutPrice } = filter;
  if (facet === 'price') return withoutPrice;
  const { attributes = {}, ...withoutAttributes } = filter;
  const others = Object.entries(attributes).filter(([name]) => name !== attributeOf(facet));
  return others.length === 0 ? withoutAttributes : { ...withoutAttributes, attributes: Object.fromEntries(others) };
};
