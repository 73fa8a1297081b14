import type { Page, PageRequest } from '#core/shared/page.ts';
import type { ApiResponse } from '../pipeline/route.ts';
import type { PageQuery } from '../schemas/fields.ts';
import type { Cursors } from './cursor.ts';

/** What a cursor is bound to: the list with its filters and sort, without the page size. */
const listingOf = (path: string, query: PageQuery, scope: string): string => {
  const { limit: _limit, cursor: _cursor, include_total: _total, ...filters } = query;
  return JSON.stringify([path, scope, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
};

/**
 * Reads a page of a list and adds the cursor of the next. `scope` distinguishes lists whose visibility differs by
 * caller.
 */
export const paginate = async <T>(
  cursors: Cursors,
  { path, query, scope = '' }: { path: string; query: PageQuery; scope?: string },
  read: (page: PageRequest) => Promise<Page<T>>,
): Promise<ApiResponse> => {
  const listing = listingOf(path, query, scope);
  const after = query.cursor === undefined ? undefined : cursors.read(query.cursor, listing);
  const { data, next, total } = await read({ limit: query.limit, after, includeTotal: query.include_total });
  const cursor = next === null ? null : cursors.write(next, listing);
  const counted = total === undefined ? '' : `,"total":${total}`;
  return {
    status: 200,
    body: `{"data":${data},"next_cursor":${JSON.stringify(cursor)}${counted}}`,
    next: cursor === null ? null : nextLink(path, query, cursor),
  };
};

const nextLink = (path: string, query: PageQuery, cursor: string): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    for (const item of Array.isArray(value) ? value : [value]) {
      parameters.append(name, item instanceof Date ? item.toISOString() : String(item));
    }
  }
  return `${path}?${parameters}`;
};
