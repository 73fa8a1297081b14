import { type List, type ListQuery, MAX_RELEVANT, newestFirstList, type Sort } from '#core/shared/list.ts';
import { Json, type Page, type PageRequest, type Position } from '#core/shared/page.ts';
import { predicateOf } from './predicate.ts';

type Item = Readonly<{ id: string }>;

type Show<V, Shown> = (item: V) => Shown;

/** A keyset page of the items that match a list's filters. */
export const listPage = <L extends List, V extends Item>(list: L, items: readonly V[], query: ListQuery<L>): Page<V> =>
  mappedPage(list, items, query, (item) => item);

/** A keyset page of items, the newest first. */
export const newestPage = <V extends Item>(items: readonly V[], page: PageRequest): Page<V> =>
  listPage(newestFirstList, items, { filter: {}, page });

/** A keyset page of the items that match a list's filters, each shown as `show` returns it. */
export const mappedPage = <L extends List, V extends Item, Shown>(
  list: L,
  items: readonly V[],
  { filter, sort: { by, descending } = list.defaultSort, page }: ListQuery<L>,
  show: Show<V, Shown>,
): Page<Shown> => {
  const sort = { by: list.sortedBy?.[by] ?? by, descending };
  return pageOf(items.filter(predicateOf(list, filter)), { list, sort, page, show });
};

/** A keyset page of the most relevant items that match a list's filters. */
export const relevantPage = <L extends List, V extends Item & Readonly<{ relevance: number }>, Shown>(
  list: L,
  items: readonly V[],
  { filter, page }: ListQuery<L>,
  show: Show<V, Shown>,
): Page<Shown> => {
  const sort = { by: 'relevance', descending: true };
  return pageOf(items.filter(predicateOf(list, filter)), { list, sort, page, show, maxItems: MAX_RELEVANT });
};

type PageOptions<V, Shown> = Readonly<{
  list: List;
  sort: Sort;
  page: PageRequest;
  show: Show<V, Shown>;
  maxItems?: number;
}>;

/** A page of the first `maxItems` items. */
const pageOf = <V extends Item, Shown>(
  matching: readonly V[],
  { list, sort, page: { limit, after, includeTotal }, show, maxItems }: PageOptions<V, Shown>,
): Page<Shown> => {
  const compareItems = comparatorOf(list, sort);
  const sorted = matching.toSorted(compareItems).slice(0, maxItems);
  const rest =
    after === undefined ? sorted : sorted.filter((view) => compareItems(view, cursorItem(after, view, sort)) > 0);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((item) => Json.of(show(item))),
    next: rest.length > limit && last !== undefined ? { value: String(sortValue(last, sort)), id: last.id } : null,
    ...(includeTotal ? { total: matching.length } : {}),
  };
};

const sortValue = (item: Item, { by }: Sort): string | number =>
  (item as Item & Record<string, string | number>)[by] ?? '';

/** The cursor as an item, so that it can be compared. Its value gets the type of the values of `other`. */
const cursorItem = ({ value, id }: Position, other: Item, sort: Sort): Item => ({
  id,
  [sort.by]: typeof sortValue(other, sort) === 'number' ? Number(value) : value,
});

const comparatorOf = ({ collated = [] }: List, sort: Sort): ((a: Item, b: Item) => number) => {
  const compareValues = collated.includes(sort.by) ? compareCollated : compare;
  return (a, b) =>
    (sort.descending ? -1 : 1) * (compareValues(sortValue(a, sort), sortValue(b, sort)) || compare(a.id, b.id));
};

/** English does not tailor the Unicode root collation. */
const rootCollator = new Intl.Collator('en');

/** Compares texts that the collation considers equal by their bytes, as PostgreSQL does. */
const compareCollated = (a: string | number, b: string | number): number =>
  rootCollator.compare(String(a), String(b)) || compare(a, b);

const compare = (a: string | number, b: string | number): number => {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareBytes(a, b);
  return a < b ? -1 : 1;
};

/** Compares strings by their UTF-8 bytes, like PostgreSQL's collation C. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
