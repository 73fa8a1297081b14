import type { Currency } from '#core/shared/currency.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { CategoryId } from './category.ts';
import type { ProductId, ProductStatus } from './product.ts';
import type { ProductView, PublicProductView } from './product-view.ts';

/** Whether a reader sees every product whole, or what is on sale without its private fields. */
export type Visibility = 'full' | 'public';

/** A product has to match all that is given. */
export type ProductFilter = Readonly<{
  ids?: readonly ProductId[] | undefined;
  /** Labels; any of them. */
  categories?: readonly string[] | undefined;
  /** Bounds on the number that the price shows, in major units as a decimal, both included. */
  priceMin?: string | undefined;
  priceMax?: string | undefined;
  currency?: Currency | undefined;
  sku?: string | undefined;
  status?: ProductStatus | undefined;
  available?: boolean | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
  /** Bounds on times, both included. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
  updatedFrom?: Date | undefined;
}>;

export type ProductSort = Readonly<{ by: 'created_at' | 'price' | 'name' | 'updated_at'; descending: boolean }>;

export type ProductListing = Readonly<{
  filter: ProductFilter;
  sort: ProductSort;
  page: PageRequest;
  sight: Visibility;
}>;

/** A category as the API shows it. */
export type CategoryView = Readonly<{
  id: CategoryId;
  object: 'category';
  slug: string;
  name: string;
  parent_id: CategoryId | null;
  /** How many products that the reader may see are in it. */
  product_count: number;
  version: number;
  created_at: string;
  updated_at: string;
}>;

/** Reads of the catalogue. Each answer is of one moment, and no earlier than the last commit before the call. */
export interface CatalogQueries {
  /** The product's view and version, or undefined where there is none to see. */
  findProduct(
    id: ProductId,
    sight: Visibility,
  ): Promise<{ view: Json<ProductView | PublicProductView>; version: number } | undefined>;
  /** Names sort by code points, prices by the number shown; ties by id, in the direction of the sort. */
  listProducts(listing: ProductListing): Promise<Page<ProductView | PublicProductView>>;
  /** The newest first. */
  listCategories(page: PageRequest, sight: Visibility): Promise<Page<CategoryView>>;
}
