import type { CatalogQueries, CategoryView, ProductListQuery, Visibility } from '#core/catalog/catalog-queries.ts';
import type { Category } from '#core/catalog/category.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { productList } from '#core/catalog/product-list.ts';
import {
  type ProductView,
  type PublicProductView,
  productView,
  publicProductView,
} from '#core/catalog/product-view.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { listPage, relevantPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';
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
    return { view: Json.of(VIEWS[visibility](product)), version: product.version };
  }

  async listProducts({ visibility, filter: { slug, ...filter }, ...rest }: ProductListQuery): Promise<Page<View>> {
    const visible = this.#visible(visibility);
    const found = slug === undefined ? visible : visible.filter(({ id }) => id === this.#slugOwner(slug));
    const query = { ...rest, filter };
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
    const visible = this.#visible(visibility);
    const count = ({ id }: Category): number => visible.filter(({ category }) => category?.id === id).length;
    const views = [...this.#store.categories.values()].map((row) => categoryView(row, count(row)));
    return listPage(newestFirstList, views, { filter: {}, page });
  }

  #visible(visibility: Visibility): Product[] {
    return [...this.#store.products.values()].filter((product) => isVisible(product, visibility));
  }
}

const isVisible = ({ status }: Product, visibility: Visibility): boolean =>
  visibility === 'full' || status === 'active';

const categoryView = (category: Category, count: number): CategoryView => ({
  id: category.id,
  object: 'category',
  slug: category.slug,
  name: category.name,
  parent_id: category.parentId,
  product_count: count,
  version: category.version,
  created_at: category.createdAt.toISOString(),
  updated_at: category.updatedAt.toISOString(),
});
