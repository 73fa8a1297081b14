import type { Product, ProductId } from './product.ts';

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
}
