import type { Product, ProductId } from './product.ts';
import type { AdjustedStock, StockAdjustment } from './stock-adjustment.ts';

/** Writes products. `get` locks the product until the transaction ends. */
export interface ProductRepository {
  /** @throws DomainError `not_found`. */
  get(id: ProductId): Promise<Product>;
  /** @throws DomainError `already_exists` for a duplicate sku. */
  add(product: Product): Promise<void>;
  /**
   * Stores the next version of a product.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(product: Product): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: ProductId): Promise<void>;
  /**
   * Adjusts the stock of several products, each named once, as `Product.withStockAdjusted` does: an untracked stock, or
   * one that would become negative, is unchanged. Products are locked by id, so that no two transactions deadlock,
   * until the transaction ends.
   * @returns the existing products.
   */
  adjustStock(moves: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]>;
}
