import { Product, type ProductId } from '#core/catalog/product.ts';
import type { ProductRepository, SlugOwner } from '#core/catalog/product-repository.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { StaleReadError } from '../connection/errors.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { toProduct, toProductRow } from '../tables/products.ts';
import {
  ADJUST_STOCK,
  DELETE_PRODUCT,
  FIND_PRODUCTS,
  FIND_SLUG_OWNERS,
  INSERT_PRODUCT,
  LOCK_PRODUCT,
  UPDATE_PRODUCT,
} from './product-statements.ts';
import { type KnownWords, SearchEntries } from './search-entries.ts';

export class PostgresProductRepository implements ProductRepository {
  readonly #session: TransactionSession;
  readonly #searchEntries: SearchEntries;

  constructor(session: TransactionSession, knownWords: KnownWords) {
    this.#session = session;
    this.#searchEntries = new SearchEntries(session, knownWords);
  }

  /** Writes what is written last in a transaction. */
  flush(): void {
    this.#searchEntries.flush();
  }

  async slugOwners(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>> {
    const rows = await this.#session.query(FIND_SLUG_OWNERS({ slugs }));
    // the last entry of a slug counts: its current owner, if there is one
    return new Map(
      rows.map(({ slug, product_id: productId, is_current: isCurrent }) => [slug, { productId, isCurrent }]),
    );
  }

  async get(id: ProductId): Promise<Product> {
    const [row] = await this.#session.query(LOCK_PRODUCT({ id }));
    if (row === undefined) throw notFound('product', id);
    return toProduct(row);
  }

  async add(product: Product): Promise<void> {
    this.#session.send(INSERT_PRODUCT(toProductRow(product)));
    this.#searchEntries.put(product);
  }

  async save(product: Product): Promise<void> {
    const [saved] = await this.#session.query(UPDATE_PRODUCT(toProductRow(product)));
    if (saved === undefined) throw conflict(`Product ${product.id} was changed by another request.`);
    this.#searchEntries.put(product);
  }

  async remove(id: ProductId): Promise<void> {
    const [removed] = await this.#session.query(DELETE_PRODUCT({ id }));
    if (removed === undefined) throw notFound('product', id);
  }

  async adjustStock(adjustments: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]> {
    const ids = adjustments.map(({ productId }) => productId);
    const quantities = adjustments.map(({ delta }) => delta);
    const rows = await this.#session.query(ADJUST_STOCK({ ids, quantities, at }));
    const deltaOf = new Map(adjustments.map(({ productId, delta }) => [productId, delta]));
    const unchangedIds = rows.filter((row) => row.stock !== null && !row.is_adjusted).map(({ id }) => id);
    // read again: other transactions may have changed the stock while the statement waited for their locks
    const current = unchangedIds.length === 0 ? [] : await this.#session.query(FIND_PRODUCTS({ ids: unchangedIds }));
    const adjusted = rows
      .filter(({ id }) => !unchangedIds.includes(id))
      .map(({ is_adjusted: _isAdjusted, ...row }) => {
        const before = toProduct(row);
        return { before, after: Product.withStockAdjusted(before, deltaOf.get(row.id) ?? 0, at) };
      });
    const unchanged = current.map((row) => {
      const before = toProduct(row);
      const after = Product.withStockAdjusted(before, deltaOf.get(row.id) ?? 0, at);
      if (after !== before) throw new StaleReadError(`The stock of ${row.id} changed while its lock was awaited.`);
      return { before, after };
    });
    return [...adjusted, ...unchanged];
  }
}
