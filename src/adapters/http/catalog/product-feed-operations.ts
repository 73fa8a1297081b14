import { type ProductFeedCursor, productChangeView } from '#core/catalog/product-feed.ts';
import type { ReadProductChanges } from '#core/catalog/use-cases/read-product-changes.ts';
import type { Position } from '#core/shared/page.ts';
import type { Cursors } from '../lists/cursor.ts';
import { commaSeparated } from '../responses/response-text.ts';
import { readOperation } from '../routing/operation.ts';
import { productChangePage, productChangeQuery } from './product-feed-schemas.ts';

export type ProductFeedOperationsDeps = Readonly<{ readProductChanges: ReadProductChanges; cursors: Cursors }>;

const PATH = '/api/products/changes';

export const listProductChanges = ({ readProductChanges, cursors }: ProductFeedOperationsDeps) =>
  readOperation({
    path: PATH,
    operationId: 'listProductChanges',
    summary: 'List changes of products',
    description:
      'For an exact copy of the products elsewhere. Without `since`, all products including variants, and then what was ' +
      'written or deleted meanwhile; with the `next_cursor` of the last page as `since`, what came after it, the oldest ' +
      'change first. An `upsert` has the product as it is now, so that several changes of it may appear as one, and the ' +
      'same state may be repeated; a variant may come before its parent. Pages end with an empty one: ask again later with ' +
      'its `next_cursor`, which never expires. Deletions are listed without limit of time.',
    access: { kind: 'scope', scope: 'products:read' },
    query: productChangeQuery,
    responses: { 200: { description: 'A page of changes.', schema: productChangePage } },
    problems: ['invalid_cursor'],
    read: async ({ query: { since, limit } }) => {
      const after = since === undefined ? undefined : fromPosition(cursors.decode(since, PATH, 'since'));
      const { changes, next } = await readProductChanges(after, limit);
      const cursor = cursors.encode(toPosition(next), PATH);
      return {
        parts: ['{"data":[', ...commaSeparated(changes.map(productChangeView)), `],"next_cursor":"${cursor}"}`],
        next: `${PATH}?${new URLSearchParams({ since: cursor, limit: String(limit) })}`,
      };
    },
  });

const toPosition = ({ position, lastId }: ProductFeedCursor): Position => ({
  value: String(position),
  id: lastId ?? '',
});

const fromPosition = ({ value, id }: Position): ProductFeedCursor => ({
  position: Number(value),
  // the cursor is signed, so the id is that of a product
  lastId: id === '' ? null : (id as `prod_${string}`),
});
