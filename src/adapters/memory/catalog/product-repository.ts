import { Product, type ProductId } from '#core/catalog/product.ts';
import type { ProductRepository } from '#core/catalog/product-repository.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import { alreadyExists, conflict, notFound } from '#core/shared/domain-error.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryProductRepository implements ProductRepository {
  readonly #products: TableChanges<ProductId, Product>;

  constructor(products: TableChanges<ProductId, Product>) {
    this.#products = products;
  }

  async get(id: ProductId): Promise<Product> {
    const product = this.#products.get(id);
    if (product === undefined) throw notFound('product', id);
    return product;
  }

  async add(product: Product): Promise<void> {
    this.#requireUniqueSku(product);
    this.#products.set(product.id, product);
  }

  async save(product: Product): Promise<void> {
    if (this.#products.get(product.id)?.version !== product.version - 1) {
      throw conflict(`Product ${product.id} was changed concurrently.`);
    }
    this.#requireUniqueSku(product);
    this.#products.set(product.id, product);
  }

  async remove(id: ProductId): Promise<void> {
    if (!this.#products.delete(id)) throw notFound('product', id);
  }

  async adjustStock(adjustments: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]> {
    return adjustments.flatMap(({ productId, delta }) => {
      const before = this.#products.get(productId);
      // the port returns existing products only
      if (before === undefined) return [];
      const after = Product.withStockAdjusted(before, delta, at);
      this.#products.set(productId, after);
      return [{ before, after }];
    });
  }

  #requireUniqueSku({ id, sku }: Product): void {
    if (sku === null) return;
    for (const other of this.#products.values()) {
      if (other.sku === sku && other.id !== id) throw alreadyExists('sku', 'is already used by another product');
    }
  }
}
