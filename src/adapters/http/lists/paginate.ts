import type { Page, PageRequest } from '#core/shared/page.ts';
import { commaSeparated } from '../pipeline/response-text.ts';
import type { PageResponse } from '../pipeline/route.ts';
import type { PageQuery } from '../schemas/fields.ts';
import type { Cursors } from './cursor.ts';

/** What a cursor is bound to: the list with its audience, filters and sort, without the page size. */
const bindingOf = (path: string, query: PageQuery, audience: string): string => {
  const { limit: _limit, cursor: _cursor, include_total: _total, ...filters } = query;
  return JSON.stringify([path, audience, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
};

/** Reads a page of a list and adds the cursor of the next. The cursor is valid for callers with the same `audience`. */
export const paginate = async <T>(
  cursors: Cursors,
  { path, query, audience = '' }: { path: string; query: PageQuery; audience?: string },
  read: (page: PageRequest) => Promise<Page<T>>,
): Promise<PageResponse> => {
  const binding = bindingOf(path, query, audience);
  const after = query.cursor === undefined ? undefined : cursors.decode(query.cursor, binding);
  const { items, next, total } = await read({ limit: query.limit, after, includeTotal: query.include_total });
  const cursor = next === null ? null : cursors.encode(next, binding);
  const totalMember = total === undefined ? '' : `,"total":${total}`;
  return {
    parts: ['{"data":[', ...commaSeparated(items), `],"next_cursor":${JSON.stringify(cursor)}${totalMember}}`],
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
