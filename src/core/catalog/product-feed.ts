import type { Json } from '#core/shared/page.ts';
import { catalogManifest } from './manifest.ts';
import type { ProductId } from './product.ts';
import type { ProductView } from './product-view.ts';

/** A product as it is now; without a view if it was deleted. */
export type ProductChange = Readonly<{ id: ProductId; view: Json<ProductView> | null }>;

/** A change as the API shows it. */
export type ProductChangeView = Readonly<
  { op: 'upsert'; id: ProductId; product: ProductView } | { op: 'delete'; id: ProductId }
>;

export const productChangeView = ({ id, view }: ProductChange): Json<ProductChangeView> =>
  view === null ? `{"op":"delete","id":"${id}"}` : `{"op":"upsert","id":"${id}","product":${view}}`;

/** How far a reader has followed the products: the position in the event feed from which on it reads changes. */
export type ProductFeedCursor = Readonly<{
  position: number;
  /** The last product that was read while all products are read, before the changes; null after that. */
  lastId: ProductId | null;
}>;

/** The types of the events after which a product, or its parent, may be shown differently. */
export const PRODUCT_EVENT_TYPES = catalogManifest.eventTypes.filter((type) => type.startsWith('product.'));

/** Reads of all products and of their changes, for copies elsewhere. */
export interface ProductFeed {
  /** The first products after an id in the order of ids, variants included; from the first one if it is null. */
  products(afterId: ProductId | null, limit: number): Promise<readonly ProductChange[]>;
  /**
   * The products of the first `limit` events after a position, each once, in the order of their last events: as they are
   * now, so that every read is at least as new as the events. A variant comes with its parent, which shows its stock
   * without an event of its own.
   * @returns also the position of the last event, or the given one if there is no event after it.
   */
  changes(position: number, limit: number): Promise<Readonly<{ changes: readonly ProductChange[]; position: number }>>;
}
