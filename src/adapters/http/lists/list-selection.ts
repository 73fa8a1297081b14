import { type Filter, type FilterOf, isSearchable, type List, type SortOf } from '#core/shared/list.ts';
import { type FilterParameters, keyPrefix } from './query-schema.ts';

/** The filters and the sort that a query selects. */
type Selection<L extends List> = Readonly<{ filter: FilterOf<L>; sort?: SortOf<L> }>;

/** The filters and the sort of a query that its list's schema has validated. */
export const selectionOf = <L extends List>(list: L, query: FilterParameters): Selection<L> => {
  const values = Object.entries(list.filters).map(([name, filter]) => [name, valueOfFilter(filter, name, query)]);
  // the schema, made of the same description, has checked each value
  const filter = Object.fromEntries(values) as FilterOf<L>;
  if (query.sort === undefined && isSearchable(list)) return { filter };
  return { filter, sort: sortOf(list, query.sort) as SortOf<L> };
};

const sortOf = ({ defaultSort }: List, sort: string | undefined): List['defaultSort'] => {
  if (sort === undefined) return defaultSort;
  const descending = sort.startsWith('-');
  return { by: descending ? sort.slice(1) : sort, descending };
};

const valueOfFilter = (filter: Filter, name: string, query: FilterParameters): unknown => {
  if (filter.kind === 'contains') return entriesOf(name, query);
  const value = query[name];
  if (filter.kind !== 'any_of' || value === undefined) return value;
  const values = filter.separator === undefined ? (value as readonly string[]) : String(value).split(filter.separator);
  return filter.expand === undefined ? values : [...new Set(values.flatMap(filter.expand))];
};

const entriesOf = (name: string, query: FilterParameters): Record<string, unknown> | undefined => {
  const prefix = keyPrefix(name);
  const entries = Object.entries(query)
    .filter(([parameter]) => parameter.startsWith(prefix))
    .map(([parameter, value]) => [parameter.slice(prefix.length), value]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};
