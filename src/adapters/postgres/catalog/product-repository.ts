import type { ProductKeys, ProductRepository, RecategorizedProduct, SlugOwner } from '#core/catalog/ports.ts';
import type { PricePeriod } from '#core/catalog/price-history.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import {
  type AdjustedStock,
  adjustedParent,
  changesAvailability,
  type RecordedAdjustment,
  type StockAdjustment,
} from '#core/catalog/stock-adjustment.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { StaleReadError } from '../connection/errors.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { toProduct, toProductRow } from '../tables/products.ts';
import { toStockAdjustmentRow } from '../tables/stock-adjustments.ts';
import { DELETE_CATEGORY, DELETE_COUNTS } from './category-statements.ts';
import { ProductPrices } from './product-prices.ts';
import {
  ADJUST_STOCK,
  DELETE_PRODUCT,
  FIND_SLUG_OWNERS,
  INSERT_PRODUCT,
  INSERT_PRODUCTS,
  LOCK_FAMILIES,
  LOCK_FAMILY,
  UPDATE_AVAILABILITY,
  UPDATE_PRODUCT,
  UPDATE_PRODUCTS,
} from './product-statements.ts';
import { readProducts, withVariants } from './read-products.ts';
import {
  ADVANCE,
  CLAIM_ANNOUNCEMENT,
  END_ANNOUNCEMENT,
  RECATEGORIZE,
  SCAN_PRODUCTS,
  SET_HORIZON,
} from './recategorize-statements.ts';
import { SearchEntries, type Vocabulary } from './search-entries.ts';
import { INSERT_ADJUSTMENT } from './stock-adjustments.ts';

export class PostgresProductRepository implements ProductRepository {
  readonly #session: TransactionSession;
  readonly #searchEntries: SearchEntries;
  readonly #prices: ProductPrices;

  constructor(session: TransactionSession, vocabulary: Vocabulary) {
    this.#session = session;
    this.#searchEntries = new SearchEntries(session, vocabulary);
    this.#prices = new ProductPrices(session);
  }

  /** Writes what is written last in a transaction. */
  flush(): void {
    this.#prices.flush();
    this.#searchEntries.flush();
  }

  async slugOwners(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>> {
    const rows = await this.#session.query(FIND_SLUG_OWNERS({ slugs }));
    // the last entry of a slug counts: its current owner, if there is one
    return new Map(
      rows.map(({ slug, product_id: productId, is_current: isCurrent }) => [slug, { productId, isCurrent }]),
    );
  }

  publishedPrices(ids: readonly ProductId[], after: Date): Promise<ReadonlyMap<ProductId, readonly PricePeriod[]>> {
    return this.#prices.published(ids, after);
  }

  async get(id: ProductId): Promise<Product> {
    const rows = await this.#session.query(LOCK_FAMILY({ id }));
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw notFound('product', id);
    if (row.parent_id !== null && rows.length === 1) throw new StaleReadError(`The parent of ${id} changed.`);
    const [product] = await withVariants(this.#session, [row]);
    if (product === undefined) throw notFound('product', id);
    return toProduct(product);
  }

  async add(product: Product): Promise<void> {
    this.#session.send(INSERT_PRODUCT(toProductRow(product)));
    this.#searchEntries.put(product);
    this.#prices.add(product);
  }

  async save(product: Product): Promise<void> {
    const [saved] = await this.#session.query(UPDATE_PRODUCT(toProductRow(product)));
    if (saved === undefined) throw conflict(`Product ${product.id} was changed by another request.`);
    this.#searchEntries.put(product);
    this.#prices.save(product);
  }

  async recategorize(limit: number, at: Date): Promise<readonly RecategorizedProduct[] | undefined> {
    const [claimed] = await this.#session.query(CLAIM_ANNOUNCEMENT({}));
    if (claimed === undefined) return undefined;
    const { category_id: id, target, name } = claimed;
    if (claimed.horizon === null) {
      this.#session.send(SET_HORIZON({ id }));
      return [];
    }
    const scanned = await this.#session.query(SCAN_PRODUCTS({ ...claimed, id, limit }));
    const ids = scanned.map((row) => row.id);
    const recategorized = await this.#session.query(RECATEGORIZE({ id, target, name, ids, at }));
    const last = scanned.at(-1);
    if (scanned.length === limit && last !== undefined) {
      this.#session.send(ADVANCE({ id, after_created_at: last.created_at, after_id: last.id }));
    } else {
      this.#session.send(END_ANNOUNCEMENT({ id }));
      if (claimed.removed)
        for (const statement of [DELETE_CATEGORY, ...DELETE_COUNTS]) this.#session.send(statement({ id }));
    }
    return (await withVariants(this.#session, recategorized)).map((row) => {
      const before = toProduct(row);
      const after = { ...before, category: { id: target, name }, version: before.version + 1, updatedAt: at };
      this.#searchEntries.put(after);
      return { before, after };
    });
  }

  async getMany(keys: ProductKeys): Promise<readonly Product[]> {
    const rows = await this.#session.query(LOCK_FAMILIES(keys));
    const locked = new Set(rows.map(({ id }) => id));
    const changed = rows.find(({ parent_id: parentId }) => parentId !== null && !locked.has(parentId));
    if (changed !== undefined) throw new StaleReadError(`The parent of ${changed.id} changed.`);
    return (await withVariants(this.#session, rows)).map(toProduct);
  }

  async addMany(products: readonly Product[]): Promise<void> {
    if (products.length === 0) return;
    // in one order, so that no two transactions that add the same SKUs deadlock
    const sorted = products.toSorted((a, b) => ((a.sku ?? '') < (b.sku ?? '') ? -1 : 1));
    this.#session.send(INSERT_PRODUCTS({ rows: sorted.map(toProductRow) }));
    this.#searchEntries.putMany(products);
    for (const product of products) this.#prices.add(product);
    await this.#session.dispatched();
  }

  async saveMany(products: readonly Product[]): Promise<void> {
    if (products.length === 0) return;
    this.#session.send(UPDATE_PRODUCTS({ rows: products.map(toProductRow), count: products.length }));
    this.#searchEntries.putMany(products);
    for (const product of products) this.#prices.save(product);
    await this.#session.dispatched();
  }

  async remove(id: ProductId): Promise<void> {
    this.#prices.forget(id);
    const [removed] = await this.#session.query(DELETE_PRODUCT({ id }));
    if (removed === undefined) throw notFound('product', id);
  }

  async recordAdjustment(adjustment: RecordedAdjustment): Promise<void> {
    this.#session.send(INSERT_ADJUSTMENT(toStockAdjustmentRow(adjustment)));
  }

  async adjustStock(adjustments: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]> {
    const ids = adjustments.map(({ productId }) => productId);
    const quantities = adjustments.map(({ delta }) => delta);
    const rows = await withVariants(this.#session, await this.#session.query(ADJUST_STOCK({ ids, quantities, at })));
    const deltaOf = new Map(adjustments.map(({ productId, delta }) => [productId, delta]));
    const unchangedIds = rows
      .filter(({ stock, outcome }) => stock !== null && outcome === 'unchanged')
      .map(({ id }) => id);
    // read again: other transactions may have changed the stock while the statement waited for their locks
    const current = unchangedIds.length === 0 ? [] : await readProducts(this.#session, unchangedIds);
    const adjusted = rows
      .filter(({ id, outcome }) => outcome !== 'parent' && !unchangedIds.includes(id))
      .map((row) => {
        const before = toProduct(row);
        return { before, after: Product.withStockAdjusted(before, deltaOf.get(row.id) ?? 0, at) };
      });
    const unchanged = current.map((before) => {
      const after = Product.withStockAdjusted(before, deltaOf.get(before.id) ?? 0, at);
      if (after !== before) throw new StaleReadError(`The stock of ${before.id} changed while its lock was awaited.`);
      return { before, after };
    });
    const locked = rows.filter(({ outcome }) => outcome === 'parent').map(({ id }) => id);
    return [...adjusted, ...unchanged, ...(await this.#adjustParents(adjusted, locked, at))];
  }

  /** Stores the parents whose availability changed with that of the adjusted variants. */
  async #adjustParents(
    adjusted: readonly AdjustedStock[],
    locked: readonly ProductId[],
    at: Date,
  ): Promise<AdjustedStock[]> {
    const parentIds = new Set(
      adjusted.filter(changesAvailability).flatMap(({ after: { parentId } }) => parentId ?? []),
    );
    if (parentIds.size === 0) return [];
    for (const id of parentIds) {
      if (!locked.includes(id)) throw new StaleReadError(`A variant of ${id} was sold out while its lock was awaited.`);
    }
    const stored = (await readProducts(this.#session, [...parentIds]))
      .map((parent) => adjustedParent(parent, adjusted, at))
      .filter(({ before, after }) => after !== before);
    for (const { after } of stored) this.#session.send(UPDATE_AVAILABILITY(toProductRow(after)));
    return stored;
  }
}
