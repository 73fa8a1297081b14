import type { CatalogQueries, CategoryTree, ProductListQuery, Visibility } from '#core/catalog/catalog-queries.ts';
import type { Category, CategoryId } from '#core/catalog/category.ts';
import { type CategoryView, categoryEventView, nestCategories } from '#core/catalog/category-view.ts';
import { labelKey } from '#core/catalog/label.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { productList } from '#core/catalog/product-list.ts';
import {
  type ProductView,
  type PublicProductView,
  productView,
  publicProductView,
} from '#core/catalog/product-view.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Found, Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage, relevantPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { countByCategory, isVisible, productCounts, withDescendants } from './category-lookup.ts';
import { searchProducts } from './search-products.ts';

type View = ProductView | PublicProductView;

const VIEWS: Readonly<Record<Visibility, (product: Product) => View>> = {
  full: productView,
  public: publicProductView,
};

export class MemoryCatalogQueries implements CatalogQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findProduct(id: ProductId, visibility: Visibility) {
    const product = this.#store.products.get(id);
    if (product === undefined || !isVisible(product, visibility)) return undefined;
    return { view: Json.of(VIEWS[visibility](this.#shown(product))), version: product.version };
  }

  async listProducts({ visibility, filter, ...rest }: ProductListQuery): Promise<Page<View>> {
    const { slug, category, ...others } = filter;
    const categories = category && this.#categoriesIn(category);
    const visible = this.#visible(visibility).filter((product) => categories?.has(product.category?.id) ?? true);
    const found = slug === undefined ? visible : visible.filter(({ id }) => id === this.#slugOwner(slug));
    const query = { ...rest, filter: others };
    const toView = VIEWS[visibility];
    if (filter.q === undefined) return listPage(productList, found.map(toView), query);
    const ranked = searchProducts(found, filter.q).map(({ product, relevance }) => {
      return { id: product.id, relevance, view: toView(product) };
    });
    if (query.sort === undefined) return relevantPage(productList, ranked, query);
    const views = ranked.map(({ view }) => view);
    return listPage(productList, views, query);
  }

  /** The product that has the slug now, or else the last one that had it. */
  #slugOwner(slug: string): ProductId | undefined {
    const current = [...this.#store.products.values()].find((product) => product.slug === slug);
    return current?.id ?? this.#store.formerSlugs.get(slug);
  }

  async listCategories(page: PageRequest, visibility: Visibility): Promise<Page<CategoryView>> {
    const views = [...this.#store.categories.values()].map((row) => this.#categoryView(row, visibility));
    return listPage(newestFirstList, views, { filter: {}, page });
  }

  async findCategory(id: CategoryId, visibility: Visibility): Promise<Found<CategoryView> | undefined> {
    return Found.of((category) => this.#categoryView(category, visibility), this.#store.categories.get(id));
  }

  async readCategoryTree(visibility: Visibility): Promise<Json<CategoryTree>> {
    const counts = countByCategory(this.#store, visibility);
    const rows = [...this.#store.categories.values()].map((category) => ({
      ...categoryEventView(category),
      product_count: counts.get(category.id) ?? 0,
    }));
    return Json.of<CategoryTree>({ object: 'category_tree', data: nestCategories(rows) });
  }

  /** The categories with some labels or ids, and those below them. */
  #categoriesIn(labelsOrIds: readonly string[]): ReadonlySet<CategoryId | undefined> {
    const keys = new Set(labelsOrIds.map(labelKey));
    const named = [...this.#store.categories.values()].filter(
      ({ id, name }) => keys.has(labelKey(name)) || keys.has(id),
    );
    return withDescendants(
      this.#store,
      named.map(({ id }) => id),
    );
  }

  #categoryView(category: Category, visibility: Visibility): CategoryView {
    return { ...categoryEventView(category), ...productCounts(this.#store, category.id, visibility) };
  }

  #visible(visibility: Visibility): Product[] {
    return [...this.#store.products.values()]
      .filter((product) => isVisible(product, visibility))
      .map((product) => this.#shown(product));
  }

  /** A product with the current name of its category. */
  #shown(product: Product): Product {
    const category = product.category && this.#store.categories.get(product.category.id);
    return category ? { ...product, category: { id: category.id, name: category.name } } : product;
  }
}
