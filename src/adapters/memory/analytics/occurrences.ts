import type { Occurrence } from '#core/analytics/occurrence.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { Rows } from '../store/memory-table.ts';

export const recordOccurrence = (occurrences: Rows<Occurrence, Occurrence>, occurrence: Occurrence): void =>
  occurrences.set(occurrence, occurrence);

/** Records in a transaction whenever a product is sold out, and each session that is added. */
export const recordOccurrences = ({ products, sessions, occurrences }: StoreChanges): void => {
  products.onSet(({ stock, updatedAt: at }, before) => {
    if ((before?.stock ?? 0) > 0 && stock === 0) recordOccurrence(occurrences, { kind: 'stock_out', at });
  });
  sessions.onSet(({ createdAt: at }) => recordOccurrence(occurrences, { kind: 'sign_in', at }));
};
