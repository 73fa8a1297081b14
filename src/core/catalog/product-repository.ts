import type { Product, ProductId } from './product.ts';
import type { AdjustedStock, StockAdjustment } from './stock-adjustment.ts';

/** The products, for writing. What `get` gives stays as it is until the transaction ends: others wait to change it. */
export interface ProductRepository {
  /** @throws DomainError `not_found`. */
  get(id: ProductId): Promise<Product>;
  /** @throws DomainError `already_exists` if its sku is another product's. */
  add(product: Product): Promise<void>;
  /**
   * Keeps the next version of a product that this transaction got.
   * @throws DomainError `conflict` unless exactly the version before is there; `already_exists` as `add` does.
   */
  save(product: Product): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: ProductId): Promise<void>;
  /**
   * Moves the stocks of several products, each of which is named once, as `Product.withPieces` does: a stock that is not
   * counted or would fall below zero stays as it is. Whoever moves the same waits, and never for one who waits for them.
   * Those that are changed stay so until the transaction ends, as with `get`.
   * @returns those of the products that there are.
   */
  adjustStock(moves: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]>;
}
