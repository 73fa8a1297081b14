import type Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { List, ListQuery } from '#core/shared/list.ts';
import type { Json, Page } from '#core/shared/page.ts';
import { type ReadRequest, readOperation } from '../routing/operation.ts';
import type { OperationDescription, Route } from '../routing/route.ts';
import type { Cursors } from './cursor.ts';
import { selectionOf } from './list-selection.ts';
import { paginate } from './paginate.ts';
import { type ListParameters, querySchema } from './query-schema.ts';

/** The parts of the description that are the same for every list, or follow from `list`. */
type Derived = 'method' | 'id' | 'nested' | 'query' | 'body' | 'responses' | 'problems' | 'versioned' | 'isCostly';

type ListOperation<L extends List, Prefix extends IdPrefix, Item> = Omit<OperationDescription, Derived> &
  Readonly<{
    id?: Prefix;
    /** The filters and sorts that a client may use. */
    list: L;
    /** The schema of a page. */
    pageSchema: Joi.ObjectSchema;
    cursors: Cursors;
    /** Throws if the list's parent does not exist for the caller. */
    requireParent?: (request: ReadRequest<ListParameters, Prefix>) => Promise<unknown>;
    /**
     * Who may use the list's cursors: callers with the same value. Needed where rows or fields depend on the caller.
     */
    cursorAudience?: (request: ReadRequest<ListParameters, Prefix>) => string;
    read: (
      query: ListQuery<L>,
      request: ReadRequest<ListParameters, Prefix>,
    ) => Promise<Page<Item> & Readonly<{ meta?: object }>>;
    /** Another member of the response, if the client asks for it by a parameter of the same name. */
    member?: Readonly<{
      name: string;
      parameter: Joi.Schema;
      read: (query: ListQuery<L>, request: ReadRequest<ListParameters, Prefix>) => Promise<Json<unknown>>;
    }>;
  }>;

/** Pages of more items may have megabytes. */
const MAX_LIGHT_PAGE = 50;

/** Describes an operation that reads a page of a list. Its query follows from the list's description. */
export const listOperation = <L extends List, Item, Prefix extends IdPrefix = never>({
  list,
  pageSchema,
  cursors,
  requireParent,
  cursorAudience,
  read,
  member,
  ...operation
}: ListOperation<L, Prefix, Item>): Route =>
  readOperation<ListParameters, Prefix>({
    ...operation,
    query: querySchema(list, member && { [member.name]: member.parameter }),
    responses: { 200: { description: 'A page of the list.', schema: pageSchema } },
    problems: ['invalid_cursor'],
    isCostly: ({ query }) =>
      query.limit > MAX_LIGHT_PAGE ||
      query['q'] !== undefined ||
      (member !== undefined && query[member.name] !== undefined),
    read: async (request) => {
      await requireParent?.(request);
      const { id, query } = request;
      const path = id === undefined ? operation.path : operation.path.replace('{id}', id);
      const selection = selectionOf(list, query);
      return paginate(
        cursors,
        { path, query, audience: cursorAudience?.(request) ?? '', unbound: member?.name },
        async (page) => {
          if (member === undefined || query[member.name] === undefined) return read({ ...selection, page }, request);
          const [items, json] = await Promise.all([
            read({ ...selection, page }, request),
            member.read({ ...selection, page }, request),
          ]);
          return { ...items, member: { name: member.name, json } };
        },
      );
    },
  });
