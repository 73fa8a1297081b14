import type { ProductFeedCursor } from '#core/catalog/product-feed.ts';
import { makeReadProductChanges } from '#core/catalog/use-cases/read-product-changes.ts';
import type { Storage } from '#core/storage.ts';

/** A copy of all products that follows their changes from nothing. */
export class ProductCopy {
  readonly views = new Map<string, object>();
  readonly #read: ReturnType<typeof makeReadProductChanges>;
  #cursor: ProductFeedCursor | undefined;

  constructor(storage: Pick<Storage, 'eventFeed' | 'productFeed'>) {
    this.#read = makeReadProductChanges(storage);
  }

  /** Reads a page. @returns the ids of the products on it. */
  async readPage(limit: number): Promise<string[]> {
    const { changes, next } = await this.#read(this.#cursor, limit);
    this.#cursor = next;
    for (const { id, view } of changes) {
      if (view === null) this.views.delete(id);
      else this.views.set(id, JSON.parse(view));
    }
    return changes.map(({ id }) => id);
  }

  /** Reads pages until there is nothing new. */
  async catchUp(limit = 100): Promise<void> {
    while ((await this.readPage(limit)).length > 0);
  }
}
