import { useLocation } from 'preact-iso';
import { LISTS } from '../api/lists.ts';
import { useOwnUrl } from '../app/use-own-url.ts';

/** The path of a list of the API. */
export type ListPath = keyof typeof LISTS;

/** What a filter takes. */
export type Filter =
  | Readonly<{ kind: 'choice'; values: readonly string[]; isMultiple: boolean }>
  | Readonly<{ kind: 'id'; prefix: string }>
  | Readonly<{ kind: 'time' | 'flag' | 'number' | 'search' | 'text' }>;

type ListDescription = Readonly<{
  filters: Readonly<Record<string, Filter>>;
  /** None if omitted. */
  sorts?: readonly string[];
}>;

export const listAt = (path: ListPath): ListDescription => LISTS[path];

/** What a list shows; it is in the address, so that it can be shared and the browser goes back through it. */
export type ListState = Readonly<{
  /** The query of the address: filters, sort and cursor. */
  query: URLSearchParams;
  /** The values of a filter. */
  valuesOf: (name: string) => readonly string[];
  /** Changes a filter or the sort, and returns to the first page. What is typed replaces the entry of the history. */
  set: (name: string, values: readonly string[], isTyped?: boolean) => void;
  /** The address of another page of the list. */
  pageHref: (cursor: string | undefined) => string;
  /** Replaces all filters. */
  apply: (query: string) => void;
}>;

/** The parameter of a page. */
export const CURSOR = 'cursor';

export const useListState = (): ListState => {
  const { path, route } = useLocation();
  const query = useOwnUrl().searchParams;
  const addressOf = (search: URLSearchParams): string => (search.size === 0 ? path : `${path}?${search}`);
  return {
    query,
    valuesOf: (name) => query.getAll(name),
    set: (name, values, isTyped = false) => {
      // a delayed search must not undo what was chosen meanwhile
      const next = new URLSearchParams(location.search);
      next.delete(name);
      next.delete(CURSOR);
      for (const value of values) if (value !== '') next.append(name, value);
      route(addressOf(next), isTyped);
    },
    pageHref: (cursor) => {
      const next = new URLSearchParams(query);
      if (cursor === undefined) next.delete(CURSOR);
      else next.set(CURSOR, cursor);
      return addressOf(next);
    },
    apply: (search) => route(addressOf(new URLSearchParams(search))),
  };
};
