import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductKeys, ProductRepository, RecategorizedProduct, SlugOwner } from '#core/catalog/ports.ts';
import type { PricePeriod } from '#core/catalog/price-history.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { RecordedAdjustment } from '#core/catalog/stock-adjustment.ts';
import {
  type AdjustedStock,
  adjustedParent,
  changesAvailability,
  type StockAdjustment,
} from '#core/catalog/stock-adjustment.ts';
import { alreadyExists, conflict, notFound } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { type CategoryTables, currentCategory } from './category-lookup.ts';
import { allWithVariants, withVariants } from './variants.ts';

type Tables = Omit<CategoryTables, 'staleCategories'> &
  Readonly<{
    products: TableChanges<ProductId, Product>;
    formerSlugs: TableChanges<string, ProductId>;
    staleCategories: TableChanges<CategoryId, CategoryId>;
    /** The newest last. */
    prices: TableChanges<ProductId, readonly PricePeriod[]>;
    stockAdjustments: TableChanges<RecordedAdjustment['id'], RecordedAdjustment>;
  }>;

export class MemoryProductRepository implements ProductRepository {
  readonly #tables: Tables;
  readonly #products: TableChanges<ProductId, Product>;
  readonly #formerSlugs: TableChanges<string, ProductId>;
  readonly #prices: TableChanges<ProductId, readonly PricePeriod[]>;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#products = tables.products;
    this.#formerSlugs = tables.formerSlugs;
    this.#prices = tables.prices;
  }

  async slugOwners(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>> {
    const owners = new Map<string, SlugOwner>();
    for (const slug of slugs) {
      const productId = this.#formerSlugs.get(slug);
      if (productId !== undefined) owners.set(slug, { productId, isCurrent: false });
    }
    for (const { id, slug } of this.#products.values()) {
      if (slugs.includes(slug)) owners.set(slug, { productId: id, isCurrent: true });
    }
    return owners;
  }

  async get(id: ProductId): Promise<Product> {
    const product = this.#products.get(id);
    if (product === undefined) throw notFound('product', id);
    return withVariants(product, this.#products.values());
  }

  async add(product: Product): Promise<void> {
    this.#requireUnique(product);
    this.#set(product);
  }

  async save(product: Product): Promise<void> {
    const before = this.#products.get(product.id);
    if (before?.version !== product.version - 1) throw conflict(`Product ${product.id} was changed concurrently.`);
    this.#requireUnique(product);
    this.#replace(before, product);
  }

  async publishedPrices(
    ids: readonly ProductId[],
    after: Date,
  ): Promise<ReadonlyMap<ProductId, readonly PricePeriod[]>> {
    return new Map(ids.map((id) => [id, this.#publishedAfter(id, after)]));
  }

  #publishedAfter(id: ProductId, after: Date): readonly PricePeriod[] {
    const published = this.#pricesOf(id).filter(({ isPublished }) => isPublished);
    const last = published.at(-1);
    return published.filter((period) => period === last || period.to === null || period.to > after).reverse();
  }

  async recategorize(limit: number, at: Date): Promise<readonly RecategorizedProduct[] | undefined> {
    const { staleCategories } = this.#tables;
    const [stale] = [...staleCategories.entries()].map(([id]) => id);
    if (stale === undefined) return undefined;
    const found: RecategorizedProduct[] = [];
    for (const before of allWithVariants(this.#products.values())) {
      if (before.category?.id !== stale || found.length === limit) continue;
      const category = currentCategory(this.#tables, before);
      if (category?.id === stale && category.name === before.category.name) continue;
      found.push({ before, after: { ...before, category, version: before.version + 1, updatedAt: at } });
    }
    for (const { after } of found) this.#products.set(after.id, after);
    if (found.length < limit) staleCategories.delete(stale);
    return found;
  }

  async getMany({ ids, skus }: ProductKeys): Promise<readonly Product[]> {
    const keys = { ids: new Set(ids), skus: new Set(skus) };
    const all = allWithVariants(this.#products.values());
    const found = all.filter(({ id, sku }) => keys.ids.has(id) || (sku !== null && keys.skus.has(sku)));
    const wanted = new Set(found.flatMap(({ id, parentId }) => [id, parentId]));
    return all.filter(({ id }) => wanted.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async addMany(products: readonly Product[]): Promise<void> {
    for (const product of products) this.#set(product);
    this.#requireAllUnique();
  }

  async saveMany(products: readonly Product[]): Promise<void> {
    for (const product of products) {
      const before = this.#products.get(product.id);
      if (before === undefined || before.version >= product.version) {
        throw conflict(`Product ${product.id} was changed concurrently.`);
      }
      this.#replace(before, product);
    }
    this.#requireAllUnique();
  }

  async remove(id: ProductId): Promise<void> {
    if (!this.#products.delete(id)) throw notFound('product', id);
    this.#prices.delete(id);
    const { stockAdjustments } = this.#tables;
    for (const [key, { productId }] of stockAdjustments.entries()) if (productId === id) stockAdjustments.delete(key);
    for (const [slug, productId] of this.#formerSlugs.entries()) if (productId === id) this.#formerSlugs.delete(slug);
  }

  async recordAdjustment(adjustment: RecordedAdjustment): Promise<void> {
    this.#tables.stockAdjustments.set(adjustment.id, adjustment);
  }

  async adjustStock(adjustments: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]> {
    const adjusted: AdjustedStock[] = [];
    for (const { productId, delta } of adjustments) {
      // the port returns existing products only
      if (this.#products.get(productId) === undefined) continue;
      const before = await this.get(productId);
      const after = Product.withStockAdjusted(before, delta, at);
      this.#products.set(productId, after);
      adjusted.push({ before, after });
    }
    return [...adjusted, ...(await this.#adjustParents(adjusted, at))];
  }

  #set(product: Product): void {
    this.#products.set(product.id, product);
    const { id, price, status, updatedAt: from } = product;
    const isPublished = status === 'active';
    const periods = this.#pricesOf(id);
    const present = periods.at(-1);
    if (present?.isPublished === isPublished && isSamePrice(present.price, price)) return;
    const ended = present === undefined ? [] : [{ ...present, to: from }];
    this.#prices.set(id, [...periods.slice(0, -1), ...ended, { price, isPublished, from, to: null }]);
  }

  #pricesOf(id: ProductId): readonly PricePeriod[] {
    return this.#prices.get(id) ?? [];
  }

  async #adjustParents(adjusted: readonly AdjustedStock[], at: Date): Promise<AdjustedStock[]> {
    const flipped = adjusted.filter(changesAvailability).flatMap(({ after: { parentId } }) => parentId ?? []);
    const parents = await Promise.all([...new Set(flipped)].sort().map((id) => this.get(id)));
    const stored = parents
      .map((parent) => adjustedParent(parent, adjusted, at))
      .filter(({ before, after }) => after !== before);
    for (const { after } of stored) this.#products.set(after.id, after);
    return stored;
  }

  #replace(before: Product, after: Product): void {
    if (after.slug !== before.slug) this.#formerSlugs.set(before.slug, after.id);
    this.#set(after);
  }

  #requireAllUnique(): void {
    const [skus, slugs] = [new Set<string>(), new Set<string>()];
    for (const { sku, slug } of this.#products.values()) {
      if (sku !== null && skus.size === skus.add(sku).size) throw duplicateSku();
      if (slugs.size === slugs.add(slug).size) throw duplicateSlug(slug);
    }
  }

  #requireUnique({ id, sku, slug }: Product): void {
    for (const other of this.#products.values()) {
      if (other.id === id) continue;
      if (other.sku === sku && sku !== null) throw duplicateSku();
      if (other.slug === slug) throw duplicateSlug(slug);
    }
  }
}

const isSamePrice = (a: Money, b: Money): boolean => a.currency === b.currency && a.minor === b.minor;

const duplicateSku = () => alreadyExists('sku', 'is already used by another product');

const duplicateSlug = (slug: string) => conflict(`The slug ${slug} is already used by another product.`);
