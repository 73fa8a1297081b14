import type { Product, ProductId } from '#core/catalog/product.ts';
import type { Database } from '../connection/database.ts';
import { type ProductRow, toProduct, type VariantRow } from '../tables/products.ts';
import { FIND_PRODUCTS, FIND_VARIANTS } from './product-statements.ts';

type Reader = Pick<Database, 'query'>;

/** The products that exist, with their variants and without a lock. */
export const readProducts = async (reader: Reader, ids: readonly ProductId[]): Promise<Product[]> => {
  const rows = await withVariants(reader, await reader.query(FIND_PRODUCTS({ ids })));
  return rows.map(toProduct);
};

/** Rows of products with their variants. */
export const withVariants = async <R extends Pick<ProductRow, 'id' | 'variant_count'>>(
  reader: Reader,
  rows: readonly R[],
): Promise<(R & { variants: readonly VariantRow[] })[]> => {
  const parentIds = rows.filter((row) => row.variant_count > 0).map(({ id }) => id);
  const all = parentIds.length === 0 ? [] : await reader.query(FIND_VARIANTS({ parentIds }));
  return rows.map((row) => ({ ...row, variants: all.filter(({ parent_id: parentId }) => parentId === row.id) }));
};
