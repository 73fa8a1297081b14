/** What the shop's products are filtered by besides category, vendor and price: the names of its own attributes. */
export const ATTRIBUTES = ['material', 'colour'] as const;

export const PAGE_SIZE = 6;

/** What the API lists at once. */
const MAX_LIMIT = 100;

/** The parameters of the list, which have the same names in the page's address and in the API. */
const NAMES: readonly string[] = [
  ...['q', 'category', 'vendor', 'price_min', 'price_max'],
  ...ATTRIBUTES.map((name) => `attributes.${name}`),
  ...['sort', 'limit'],
];

/** The parameters of the list in the page's address. */
export const shownQuery = (): URLSearchParams =>
  new URLSearchParams(
    [...new URLSearchParams(location.search)].filter(([name, value]) => NAMES.includes(name) && value !== ''),
  );

/** How many products the address shows: one page, or more that the visitor has added. */
const limitOf = (query: URLSearchParams): number =>
  Math.min(Math.max(Math.trunc(Number(query.get('limit'))) || PAGE_SIZE, 1), MAX_LIMIT);

/** The query as the API takes it; only categories may be several. */
export const parametersOf = (query: URLSearchParams) => ({
  ...Object.fromEntries(query),
  category: query.getAll('category'),
  limit: limitOf(query),
});

/** The names of the filters that are set. */
export const filtersIn = (query: URLSearchParams): string[] =>
  [...query.keys()].filter((name) => !['q', 'sort', 'limit'].includes(name));

/** The address of the list with other values of some parameters, from its first page. */
export const addressWith = (
  query: URLSearchParams,
  changes: Readonly<Record<string, string | number | readonly string[]>>,
): string => {
  const next = new URLSearchParams(query);
  next.delete('limit');
  for (const [name, values] of Object.entries(changes)) {
    next.delete(name);
    for (const value of [values].flat()) next.append(name, String(value));
  }
  return next.size === 0 ? '/' : `/?${next}`;
};
