import type { Session } from '#core/access/session.ts';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { TableChanges } from '../store/memory-table.ts';

type Occurrences = Pick<TableChanges<Occurrence, Occurrence>, 'set'>;

export const recordOccurrence = (occurrences: Occurrences, occurrence: Occurrence): void =>
  occurrences.set(occurrence, occurrence);

/** Records whenever a product is sold out. */
export const withStockOuts = (
  products: TableChanges<ProductId, Product>,
  occurrences: Occurrences,
): TableChanges<ProductId, Product> => ({
  ...products,
  set(id, after) {
    const wasInStock = (products.get(id)?.stock ?? 0) > 0;
    products.set(id, after);
    if (wasInStock && after.stock === 0) recordOccurrence(occurrences, { kind: 'stock_out', at: after.updatedAt });
  },
});

/** Records each session that is added. */
export const withSignIns = (
  sessions: TableChanges<Session['id'], Session>,
  occurrences: Occurrences,
): TableChanges<Session['id'], Session> => ({
  ...sessions,
  set(id, session) {
    sessions.set(id, session);
    recordOccurrence(occurrences, { kind: 'sign_in', at: session.createdAt });
  },
});
