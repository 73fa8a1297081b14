import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import { commaSeparated } from '../responses/response-text.ts';
import type { PageResponse } from '../routing/route.ts';
import type { PageQuery } from '../schemas/fields.ts';
import type { Cursors } from './cursor.ts';

type List = Readonly<{
  path: string;
  query: PageQuery;
  audience?: string;
  /** The parameter that a cursor does not depend on. */
  unbound?: string | undefined;
}>;

/** What a cursor is bound to: the list with its audience, filters and sort, without the page size. */
const bindingOf = ({ path, query, audience = '', unbound }: List): string => {
  const { limit: _limit, cursor: _cursor, include_total: _total, ...filters } = query;
  const bound = Object.entries(filters).filter(([name]) => name !== unbound);
  return JSON.stringify([path, audience, bound.sort(([a], [b]) => (a < b ? -1 : 1))]);
};

/** A page with other members of the response. */
type PageWithMember<T> = Page<T> &
  Readonly<{ meta?: object; member?: Readonly<{ name: string; json: Json<unknown> }> }>;

/** Reads a page of a list and adds the cursor of the next. The cursor is valid for callers with the same `audience`. */
export const paginate = async <T>(
  cursors: Cursors,
  list: List,
  read: (page: PageRequest) => Promise<PageWithMember<T>>,
): Promise<PageResponse> => {
  const { path, query } = list;
  const binding = bindingOf(list);
  const after = query.cursor === undefined ? undefined : cursors.decode(query.cursor, binding);
  const { items, next, total, meta, member } = await read({
    limit: query.limit,
    after,
    includeTotal: query.include_total,
  });
  const cursor = next === null ? null : cursors.encode(next, binding);
  const totalMember = total === undefined ? '' : `,"total":${total}`;
  const metaMember = meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`;
  const otherMember = member === undefined ? '' : `,${JSON.stringify(member.name)}:${member.json}`;
  return {
    parts: [
      '{"data":[',
      ...commaSeparated(items),
      `],"next_cursor":${JSON.stringify(cursor)}${totalMember}${metaMember}${otherMember}}`,
    ],
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
