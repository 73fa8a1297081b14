// Why: docs/decisions/0012-stock.md

import type { PricePeriod } from './price-period.ts';
import type { Product, ProductId } from './product.ts';
import type { RecordedAdjustment } from './recorded-adjustment.ts';
import type { AdjustedStock, StockAdjustment } from './stock-adjustment.ts';

/** The product that has a slug now, or else the last one that had it. */
export type SlugOwner = Readonly<{ productId: ProductId; isCurrent: boolean }>;

export type RecategorizedProduct = Readonly<{ before: Product; after: Product }>;

/** What products are found by. */
export type ProductKeys = Readonly<{ ids: readonly ProductId[]; skus: readonly string[] }>;

/**
 * Writes products. `get` locks the product until the transaction ends, and with a variant its parent, in the order of
 * their ids.
 */
export interface ProductRepository {
  /** Who has these slugs now or had them; no entry for a slug that is free. */
  slugOwners(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>>;
  /**
   * The prices at which products were active, the newest first: those that ended after a time, and the last one. `add` and
   * `save` record the price.
   */
  publishedPrices(ids: readonly ProductId[], after: Date): Promise<ReadonlyMap<ProductId, readonly PricePeriod[]>>;
  /** @throws DomainError `not_found`. */
  get(id: ProductId): Promise<Product>;
  /** @throws DomainError `already_exists` for a duplicate sku, `conflict` for a duplicate slug. */
  add(product: Product): Promise<void>;
  /**
   * Stores the next version of a product. A changed slug leaves the former one to the product until another takes it.
   * @throws DomainError `conflict` unless the stored version is the previous one; otherwise as `add` does.
   */
  save(product: Product): Promise<void>;
  /**
   * Stores the next versions of some products whose category was renamed, or removed with its products reassigned: each
   * once, unless it was saved since. Their former versions have the former name and category.
   * @returns the products before and after; undefined if there is nothing to do at the moment.
   */
  recategorize(limit: number, at: Date): Promise<readonly RecategorizedProduct[] | undefined>;
  /** Locks and returns the existing products with these ids or SKUs, and the parents of variants, sorted by id. */
  getMany(keys: ProductKeys): Promise<readonly Product[]>;
  /** Adds products in one statement, as `add` does. */
  addMany(products: readonly Product[]): Promise<void>;
  /**
   * Stores later versions of different products that the transaction has locked, in one statement.
   * @throws DomainError `conflict` unless each is later than the stored version; otherwise as `add` does.
   */
  saveMany(products: readonly Product[]): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: ProductId): Promise<void>;
  /**
   * Adjusts the stock of several products, each named once, as `Product.withStockAdjusted` does: an untracked stock, or
   * one that would become negative, is unchanged. Products are locked by id, so that no two transactions deadlock,
   * until the transaction ends. A parent of which a variant is sold out or in stock again is locked with them, and stored
   * if its own availability changes.
   * @returns the existing products, and the parents that were stored.
   */
  adjustStock(moves: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]>;
  /** Records an adjustment that was made. */
  recordAdjustment(adjustment: RecordedAdjustment): Promise<void>;
}
