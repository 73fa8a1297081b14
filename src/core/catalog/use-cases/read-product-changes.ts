import type { EventFeed } from '#core/events/event-feed.ts';
import type { ProductChange, ProductFeed, ProductFeedCursor } from '../product-feed.ts';

type ProductChanges = Readonly<{ changes: readonly ProductChange[]; next: ProductFeedCursor }>;

/**
 * Reads all products and then what changed since the first read, or what changed after a cursor. A page without changes is
 * the end for now.
 */
export type ReadProductChanges = (after: ProductFeedCursor | undefined, limit: number) => Promise<ProductChanges>;

export const makeReadProductChanges =
  ({ eventFeed, productFeed }: { eventFeed: EventFeed; productFeed: ProductFeed }): ReadProductChanges =>
  async (after, limit) => {
    const isBeginning = after === undefined;
    // read before the first product: a change that is committed meanwhile gets a later position
    const from = after?.position ?? (await eventFeed.end());
    if (isBeginning || after.lastId !== null) {
      const changes = await productFeed.products(after?.lastId ?? null, limit);
      const lastId = changes.length < limit ? null : (changes.at(-1)?.id ?? null);
      if (changes.length > 0) return { changes, next: { position: from, lastId } };
    }
    const { changes, position } = await productFeed.changes(from, limit);
    return { changes, next: { position, lastId: null } };
  };
