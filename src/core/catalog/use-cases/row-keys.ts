import type { CategoryId } from '../category.ts';
import type { ProductId } from '../product.ts';

/** What the fields of a row tell about the products that a batch reads. */
export type RowKeys = Readonly<{
  id?: ProductId | null;
  sku?: string | null;
  slug?: string | null;
  name?: string | null;
  category_id?: CategoryId | null;
  parent_id?: ProductId | null;
  parent_sku?: string | null;
}>;
