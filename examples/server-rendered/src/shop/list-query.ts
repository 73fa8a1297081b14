/** What the API counts beside the list. Name the attributes of your products. */
export const FACETS = ['category', 'price', 'attributes.material'] as const;

export const PAGE_SIZE = 12;

export const SORTS = { '': 'Best match, or newest', price: 'Lowest price', '-price': 'Highest price', name: 'Name' };

/** The parameters of the list, which have the same names in the page's address and in the API. */
const NAMES = ['q', 'category', 'price_min', 'price_max', 'attributes.material', 'sort', 'cursor'];

/** The parameters of the list in an address. A form sends empty fields, too. */
export const listQueryOf = ({ searchParams }: URL): Record<string, string> =>
  Object.fromEntries([...searchParams].filter(([name, value]) => NAMES.includes(name) && value !== ''));

/** Whether an address has parameters that the list does not know, as addresses of a former site. */
export const hasOthers = ({ searchParams }: URL): boolean =>
  [...searchParams.keys()].some((name) => !NAMES.includes(name));

/** The address of the list with other values of some parameters, from its first page; undefined removes one. */
export const listAddress = (
  { cursor: _, ...query }: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | undefined>>,
): string => {
  const entries = Object.entries({ ...query, ...changes }).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length === 0 ? '/' : `/?${new URLSearchParams(entries)}`;
};
