import type { Product, ProductId } from '#core/catalog/product.ts';
import { PRODUCT_EVENT_TYPES, type ProductChange, type ProductFeed } from '#core/catalog/product-feed.ts';
import { productView } from '#core/catalog/product-view.ts';
import { Json } from '#core/shared/page.ts';
import { feedEvents } from '../events/feed-events.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { currentCategory } from './category-lookup.ts';
import { withVariants } from './variants.ts';

export const makeProductFeed = (store: MemoryStore): ProductFeed => {
  const { products } = store;
  const viewOf = (product: Product): ProductChange['view'] =>
    Json.of(productView(withVariants({ ...product, category: currentCategory(store, product) }, products.values())));
  const read = (id: ProductId): ProductChange => {
    const product = products.get(id);
    return { id, view: product === undefined ? null : viewOf(product) };
  };
  return {
    async products(afterId, limit) {
      const found = products.filter(({ id }) => afterId === null || id > afterId).sort(byId);
      return found.slice(0, limit).map(({ id }) => read(id));
    },

    async changes(position, limit) {
      const events = feedEvents(store)
        .filter((event) => event.position > position && types.has(event.type))
        .sort((a, b) => a.position - b.position)
        .slice(0, limit);
      const lastPositions = new Map<ProductId, number>();
      for (const { resourceId, data, position: at } of events) {
        const { parent_id: parentId } = data as { parent_id?: ProductId | null };
        // the events are of products
        for (const id of [resourceId as ProductId, parentId]) if (id) lastPositions.set(id, at);
      }
      const ids = [...lastPositions].sort(([a, p], [b, q]) => p - q || (a < b ? -1 : 1)).map(([id]) => id);
      return { changes: ids.map(read), position: events.at(-1)?.position ?? position };
    },
  };
};

const types = new Set<string>(PRODUCT_EVENT_TYPES);
