import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { ResourceView } from '#core/shared/resource.ts';
import type { Category, CategoryId } from './category.ts';
import type { ProductId } from './product.ts';
import type { productList } from './product-list.ts';
import type { ProductView, PublicProductView } from './product-view.ts';

/** `full`: every product with all fields; `public`: active products without their private fields. */
export type Visibility = 'full' | 'public';

export type ProductListQuery = ListQuery<typeof productList> & Readonly<{ visibility: Visibility }>;

/** A category as the API shows it. */
export type CategoryView = ResourceView<Category, 'category'> &
  Readonly<{
    slug: string;
    name: string;
    parent_id: CategoryId | null;
    /** How many products of the caller's visibility are in it. */
    product_count: number;
  }>;

/** Reads of the catalog. Each result is consistent, and includes every commit before the call. */
export interface CatalogQueries {
  /** Undefined if there is no visible product. */
  findProduct(id: ProductId, visibility: Visibility): Promise<Found<ProductView | PublicProductView> | undefined>;
  /** Names sort by the Unicode root collation, prices by their number in major units, whatever the currency. */
  listProducts(query: ProductListQuery): Promise<Page<ProductView | PublicProductView>>;
  /** The newest first. */
  listCategories(page: PageRequest, visibility: Visibility): Promise<Page<CategoryView>>;
}
