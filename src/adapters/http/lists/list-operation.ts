import type Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { List, ListQuery } from '#core/shared/list.ts';
import type { Page } from '#core/shared/page.ts';
import { type ReadRequest, readOperation } from '../pipeline/operation.ts';
import type { OperationDescription, Route } from '../pipeline/route.ts';
import type { Cursors } from './cursor.ts';
import { selectionOf } from './list-selection.ts';
import { paginate } from './paginate.ts';
import { type ListParameters, querySchema } from './query-schema.ts';

type Fixed = 'method' | 'id' | 'nested' | 'query' | 'body' | 'responses' | 'problems' | 'versioned';

type ListOperation<L extends List, Prefix extends IdPrefix, Item> = Omit<OperationDescription, Fixed> &
  Readonly<{
    id?: Prefix;
    /** The filters and sorts that a client may use. */
    list: L;
    /** The schema of a page. */
    page: Joi.ObjectSchema;
    cursors: Cursors;
    /** Rejects a request before the list is read. */
    check?: (request: ReadRequest<ListParameters, Prefix>) => Promise<unknown>;
    /** What callers with equal access have in common: a cursor is valid for them only. */
    cursorScope?: (request: ReadRequest<ListParameters, Prefix>) => string;
    read: (query: ListQuery<L>, request: ReadRequest<ListParameters, Prefix>) => Promise<Page<Item>>;
  }>;

/** Describes an operation that reads a page of a list. Its query follows from the list's description. */
export const listOperation = <L extends List, Item, Prefix extends IdPrefix = never>({
  list,
  page: schema,
  cursors,
  check,
  cursorScope,
  read,
  ...operation
}: ListOperation<L, Prefix, Item>): Route =>
  readOperation<ListParameters, Prefix>({
    ...operation,
    query: querySchema(list),
    responses: { 200: { description: 'A page of the list.', schema } },
    problems: ['invalid_cursor'],
    read: async (request) => {
      await check?.(request);
      const { id, query } = request;
      const path = id === undefined ? operation.path : operation.path.replace('{id}', id);
      return paginate(cursors, { path, query, scope: cursorScope?.(request) ?? '' }, (page) =>
        read({ ...selectionOf(list, query), page }, request),
      );
    },
  });
