import {
  attributeOf,
  type CategoryCount,
  type Facet,
  type FacetCounts,
  type FacetRequest,
  MAX_COUNTED,
  MAX_FACET_VALUES,
  PRICE_FRACTIONS,
  type PriceCount,
  type ValueCount,
} from '#core/catalog/facets.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { priceRangeView } from '#core/catalog/product-view.ts';
import { compareBytes } from '../lists/page.ts';

/** The matching products, and the variants whose attributes count for a product, by its id. */
type Counted = Readonly<{ matching: readonly Product[]; variants: ReadonlyMap<ProductId | null, readonly Product[]> }>;

/** The counts of the facets of a request. */
export const countFacets = ({ facets }: FacetRequest, { matching, variants }: Counted): FacetCounts => {
  const counted = { matching: matching.slice(0, MAX_COUNTED), variants };
  return {
    exact: counted.matching.length < MAX_COUNTED,
    ...Object.fromEntries(facets.map((facet) => [facet, countsOf(facet, counted)])),
  };
};

const countsOf = (
  facet: Facet,
  { matching, variants }: Counted,
): readonly (ValueCount | CategoryCount | PriceCount)[] => {
  if (facet === 'price') return priceCounts(matching.map((product) => priceRangeView(product).price_min));
  const attribute = attributeOf(facet);
  if (attribute === undefined) return categoryCounts(matching);
  const values = matching.flatMap((product) => {
    const family = [product, ...(variants.get(product.id) ?? [])];
    const present = family.filter(({ attributes }) => Object.hasOwn(attributes, attribute));
    return [...new Set(present.map(({ attributes }) => attributes[attribute] ?? ''))];
  });
  return highest(Array.from(countEach(values), ([value, count]) => ({ value, count })));
};

const categoryCounts = (products: readonly Product[]): CategoryCount[] => {
  const categories = products.flatMap(({ category }) => (category === null ? [] : [category]));
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const counts = countEach(categories.map(({ id }) => id));
  return highest(Array.from(counts, ([id, count]) => ({ id, value: names.get(id) ?? '', count })));
};

const countEach = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const highest = <Count extends ValueCount & { id?: string }>(counts: readonly Count[]): Count[] =>
  counts
    .toSorted((a, b) => b.count - a.count || compareBytes(a.value, b.value) || compareBytes(a.id ?? '', b.id ?? ''))
    .slice(0, MAX_FACET_VALUES);

const priceCounts = (prices: readonly number[]): PriceCount[] => {
  const sorted = prices.toSorted((a, b) => a - b);
  const cuts = PRICE_FRACTIONS.map((fraction) => sorted[Math.ceil(fraction * sorted.length) - 1] ?? 0);
  const ranges = Map.groupBy(sorted, (price) => cuts.filter((cut) => price > cut).length);
  return Array.from(ranges.values(), (range) => ({
    from: range[0] ?? 0,
    to: range.at(-1) ?? 0,
    count: range.length,
  }));
};
