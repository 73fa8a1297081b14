import type { ProductRepository, RecategorizedProduct, SlugOwner } from '#core/catalog/ports.ts';
import type { PricePeriod } from '#core/catalog/price-history.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import { type AdjustedStock, adjustedParent, changesAvailability } from '#core/catalog/stock-adjustment.ts';
import { alreadyExists, conflict, notFound } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { requirePrevious } from '../store/resources.ts';
import { currentCategory } from './category-lookup.ts';
import { allWithVariants, withVariants } from './variants.ts';

export const makeProductRepository = (tables: StoreChanges): ProductRepository => {
  const { products, formerSlugs, productPrices, stockAdjustments, staleCategories } = tables;
  const get = async (id: ProductId): Promise<Product> => {
    const product = products.get(id);
    if (product === undefined) throw notFound('product', id);
    return withVariants(product, products.values());
  };
  const replace = (before: Product | undefined, after: Product): void => {
    if (before !== undefined && after.slug !== before.slug) formerSlugs.set(before.slug, after.id);
    store(tables, after);
  };
  const adjustParents = async (adjusted: readonly AdjustedStock[], at: Date): Promise<AdjustedStock[]> => {
    const flipped = adjusted.filter(changesAvailability).flatMap(({ after: { parentId } }) => parentId ?? []);
    const parents = await Promise.all([...new Set(flipped)].sort().map(get));
    const stored = parents
      .map((parent) => adjustedParent(parent, adjusted, at))
      .filter(({ before, after }) => after !== before);
    for (const { after } of stored) products.set(after.id, after);
    return stored;
  };
  return {
    get,

    async slugOwners(slugs) {
      const owners = new Map<string, SlugOwner>();
      for (const slug of slugs) {
        const productId = formerSlugs.get(slug);
        if (productId !== undefined) owners.set(slug, { productId, isCurrent: false });
      }
      for (const { id, slug } of products.values()) {
        if (slugs.includes(slug)) owners.set(slug, { productId: id, isCurrent: true });
      }
      return owners;
    },

    async add(product) {
      requireUnique(tables, product);
      store(tables, product);
    },

    async save(product) {
      const before = products.get(product.id);
      requirePrevious(before, product);
      requireUnique(tables, product);
      replace(before, product);
    },

    async publishedPrices(ids, after) {
      return new Map(ids.map((id) => [id, publishedAfter(productPrices.get(id) ?? [], after)]));
    },

    async recategorize(limit, at) {
      const [stale] = staleCategories.entries().map(([id]) => id);
      if (stale === undefined) return undefined;
      const found: RecategorizedProduct[] = [];
      for (const before of allWithVariants(products.values())) {
        if (before.category?.id !== stale || found.length === limit) continue;
        const category = currentCategory(tables, before);
        if (category?.id === stale && category.name === before.category.name) continue;
        found.push({ before, after: { ...before, category, version: before.version + 1, updatedAt: at } });
      }
      for (const { after } of found) products.set(after.id, after);
      if (found.length < limit) staleCategories.delete(stale);
      return found;
    },

    async getMany({ ids, skus }) {
      const keys = { ids: new Set(ids), skus: new Set(skus) };
      const all = allWithVariants(products.values());
      const found = all.filter(({ id, sku }) => keys.ids.has(id) || (sku !== null && keys.skus.has(sku)));
      const wanted = new Set(found.flatMap(({ id, parentId }) => [id, parentId]));
      return all.filter(({ id }) => wanted.has(id)).sort(byId);
    },

    async addMany(added) {
      for (const product of added) store(tables, product);
      requireAllUnique(products.values());
    },

    async saveMany(saved) {
      for (const product of saved) {
        const before = products.get(product.id);
        if (before === undefined || before.version >= product.version) {
          throw conflict(`${product.id} was changed concurrently.`);
        }
        replace(before, product);
      }
      requireAllUnique(products.values());
    },

    async remove(id) {
      if (!products.delete(id)) throw notFound('product', id);
      productPrices.delete(id);
      stockAdjustments.deleteWhere(({ productId }) => productId === id);
      formerSlugs.deleteWhere((productId) => productId === id);
    },

    recordAdjustment: async (adjustment) => stockAdjustments.set(adjustment.id, adjustment),

    async adjustStock(adjustments, at) {
      const adjusted: AdjustedStock[] = [];
      for (const { productId, delta } of adjustments) {
        // the port returns existing products only
        if (products.get(productId) === undefined) continue;
        const before = await get(productId);
        const after = Product.withStockAdjusted(before, delta, at);
        products.set(productId, after);
        adjusted.push({ before, after });
      }
      return [...adjusted, ...(await adjustParents(adjusted, at))];
    },
  };
};

/** Stores a product, and a period of its price if that differs from the present one. */
const store = ({ products, productPrices }: StoreChanges, product: Product): void => {
  products.set(product.id, product);
  const { id, price, status, updatedAt: from } = product;
  const isPublished = status === 'active';
  const periods = productPrices.get(id) ?? [];
  const present = periods.at(-1);
  if (present?.isPublished === isPublished && isSamePrice(present.price, price)) return;
  const ended = present === undefined ? [] : [{ ...present, to: from }];
  productPrices.set(id, [...periods.slice(0, -1), ...ended, { price, isPublished, from, to: null }]);
};

const publishedAfter = (periods: readonly PricePeriod[], after: Date): readonly PricePeriod[] => {
  const published = periods.filter(({ isPublished }) => isPublished);
  const last = published.at(-1);
  return published.filter((period) => period === last || period.to === null || period.to > after).reverse();
};

const requireAllUnique = (products: readonly Product[]): void => {
  const [skus, slugs] = [new Set<string>(), new Set<string>()];
  for (const { sku, slug } of products) {
    if (sku !== null && skus.size === skus.add(sku).size) throw duplicateSku();
    if (slugs.size === slugs.add(slug).size) throw duplicateSlug(slug);
  }
};

const requireUnique = ({ products }: StoreChanges, { id, sku, slug }: Product): void => {
  for (const other of products.filter((product) => product.id !== id)) {
    if (other.sku === sku && sku !== null) throw duplicateSku();
    if (other.slug === slug) throw duplicateSlug(slug);
  }
};

const isSamePrice = (a: Money, b: Money): boolean => a.currency === b.currency && a.minor === b.minor;

const duplicateSku = () => alreadyExists('sku', 'is already used by another product');

const duplicateSlug = (slug: string) => conflict(`The slug ${slug} is already used by another product.`);
