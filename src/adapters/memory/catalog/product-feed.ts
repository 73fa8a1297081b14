import type { Product, ProductId } from '#core/catalog/product.ts';
import { PRODUCT_EVENT_TYPES, type ProductChange, type ProductFeed } from '#core/catalog/product-feed.ts';
import { productView } from '#core/catalog/product-view.ts';
import { Json } from '#core/shared/page.ts';
import { feedEvents } from '../events/feed-events.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { currentCategory } from './category-lookup.ts';
import { withVariants } from './variants.ts';

export class MemoryProductFeed implements ProductFeed {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async products(afterId: ProductId | null, limit: number) {
    const ids = [...this.#store.products.values()].map(({ id }) => id).filter((id) => afterId === null || id > afterId);
    return ids
      .sort()
      .slice(0, limit)
      .map((id) => this.#read(id));
  }

  async changes(position: number, limit: number) {
    const events = feedEvents(this.#store)
      .filter((event) => event.position > position && types.has(event.type))
      .sort((a, b) => a.position - b.position)
      .slice(0, limit);
    const lastPositions = new Map<ProductId, number>();
    for (const { resourceId, data, position } of events) {
      const { parent_id: parentId } = data as { parent_id?: ProductId | null };
      // the events are of products
      for (const id of [resourceId as ProductId, parentId]) if (id) lastPositions.set(id, position);
    }
    const ids = [...lastPositions].sort(([a, p], [b, q]) => p - q || (a < b ? -1 : 1)).map(([id]) => id);
    return { changes: ids.map((id) => this.#read(id)), position: events.at(-1)?.position ?? position };
  }

  #read(id: ProductId): ProductChange {
    const product = this.#store.products.get(id);
    return { id, view: product === undefined ? null : Json.of(productView(this.#shown(product))) };
  }

  #shown(product: Product): Product {
    const shown = { ...product, category: currentCategory(this.#store, product) };
    return withVariants(shown, this.#store.products.values());
  }
}

const types = new Set<string>(PRODUCT_EVENT_TYPES);
