import type { Schemas } from '../../api/request.ts';
import { money, number } from '../../text/format.ts';
import { fieldLabel } from '../../text/text.ts';

type Counts = Schemas['FacetCounts'];

/** A value that products can be filtered by. */
export type FacetOption = Readonly<{
  label: string;
  /** How many products have it beside the other filters. */
  count: number;
  isActive: boolean;
  /** The query of the list that adds the value to its filters, or removes it. */
  query: string;
}>;

export type FacetGroup = Readonly<{ label: string; options: readonly FacetOption[] }>;

const ATTRIBUTE = 'attributes.';

/** The facets of products by their counts: those that leave a choice, or filter now. */
export const groupsOf = (
  counts: Counts,
  { query, currency }: Readonly<{ query: URLSearchParams; currency: string | undefined }>,
): readonly FacetGroup[] =>
  [
    { label: fieldLabel('category'), options: categoriesOf(counts, query) },
    { label: fieldLabel('price'), options: pricesOf(counts, { query, currency }) },
    ...Object.keys(counts)
      .filter((facet) => facet.startsWith(ATTRIBUTE))
      .map((facet) => ({ label: facet.slice(ATTRIBUTE.length), options: valuesOf(counts, { query, facet }) })),
  ].filter(({ options }) => options.length > 1 || options.some(({ isActive }) => isActive));

/** Several categories can be chosen. Those of the same name are one option, since the filter takes the name. */
const categoriesOf = ({ category = [] }: Counts, query: URLSearchParams): FacetOption[] => {
  const active = query.getAll('category');
  const known = new Set(category.flatMap(({ id, value }) => [id, keyOf(value)]));
  const missing = active.filter((each) => !known.has(each) && !known.has(keyOf(each)));
  return [...new Set([...category.map(({ value }) => value), ...missing])].map((name) => {
    const same = category.filter(({ value }) => value === name);
    const others = active.filter((each) => keyOf(each) !== keyOf(name) && !same.some(({ id }) => id === each));
    const isActive = others.length < active.length;
    return {
      label: name,
      count: same.reduce((sum, { count }) => sum + count, 0),
      isActive,
      query: changed(query, { category: isActive ? others : [...others, name] }),
    };
  });
};

/** What the filter compares names of categories by. */
const keyOf = (name: string): string => name.trim().toLowerCase();

const pricesOf = (
  { price = [] }: Counts,
  { query, currency }: Readonly<{ query: URLSearchParams; currency: string | undefined }>,
): FacetOption[] => {
  const amount = (value: number): string => (currency === undefined ? number(value) : money(value, currency));
  return price.map(({ from, to, count }) => {
    const isActive = Number(query.get('price_min') ?? NaN) === from && Number(query.get('price_max') ?? NaN) === to;
    return {
      label: from === to ? amount(from) : `${amount(from)} – ${amount(to)}`,
      count,
      isActive,
      query: changed(query, { price_min: isActive ? [] : [String(from)], price_max: isActive ? [] : [String(to)] }),
    };
  });
};

/** An attribute is filtered by one value; an empty one cannot be in the address. */
const valuesOf = (
  counts: Counts,
  { query, facet }: Readonly<{ query: URLSearchParams; facet: string }>,
): FacetOption[] => {
  const found = (counts[facet] ?? []).filter(({ value }) => value !== '');
  const active = query.get(facet);
  const missing = active === null || found.some(({ value }) => value === active) ? [] : [{ value: active, count: 0 }];
  return [...found, ...missing].map(({ value, count }) => ({
    label: value,
    count,
    isActive: value === active,
    query: changed(query, { [facet]: value === active ? [] : [value] }),
  }));
};

/** The query with other values of some filters, from the first page. */
const changed = (query: URLSearchParams, filters: Readonly<Record<string, readonly string[]>>): string => {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  for (const [name, values] of Object.entries(filters)) {
    next.delete(name);
    for (const value of values) next.append(name, value);
  }
  return next.toString();
};

/** The API counts by five facets at most, two of which are always asked for. */
const MAX_ATTRIBUTES = 3;

/**
 * The facets to ask for. The API does not say which attributes exist: they are those that the address filters by, then
 * those that most products of the page have.
 */
export const facetsFor = (products: readonly Schemas['Product'][], query: URLSearchParams): string => {
  const names = products.flatMap(({ attributes }) => Object.keys(attributes)).filter(isCountable);
  const times = (name: string): number => names.filter((each) => each === name).length;
  const frequent = [...new Set(names)].toSorted((one, other) => times(other) - times(one));
  const filtered = [...query.keys()].filter(
    (key) => key.startsWith(ATTRIBUTE) && isCountable(key.slice(ATTRIBUTE.length)),
  );
  const attributes = [...new Set([...filtered, ...frequent.map((name) => `${ATTRIBUTE}${name}`)])];
  return ['category', 'price', ...attributes.slice(0, MAX_ATTRIBUTES)].join(',');
};

/** The parameter separates facets by commas, and takes names of up to 40 characters. */
const isCountable = (name: string): boolean => name.length <= 40 && !name.includes(',');
