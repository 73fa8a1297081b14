import type { Category, CategoryId } from '#core/catalog/category.ts';
import type { ProductCounts } from '#core/catalog/category-view.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import { Product } from '#core/catalog/product.ts';
import type { Rows } from '../store/memory-table.ts';

/** What is read of products and categories, in a transaction or outside. */
export type CategoryTables = Readonly<{
  categories: Rows<CategoryId, Category>;
  products: Rows<Product['id'], Product>;
  staleCategories: Rows<CategoryId, CategoryId>;
}>;

/** The category that a product belongs to now, with its current name. */
export const currentCategory = (
  { categories, staleCategories }: Omit<CategoryTables, 'products'>,
  { category }: Pick<Product, 'category'>,
): Product['category'] => {
  if (category === null) return null;
  const current = categories.get(staleCategories.get(category.id) ?? category.id);
  return current ? { id: current.id, name: current.name } : category;
};

export const isVisible = (product: Product, visibility: Visibility): boolean =>
  visibility === 'full' || Product.isOnSale(product);

/** The number of visible products in each category that has any; variants do not count. */
export const countByCategory = (
  tables: CategoryTables,
  visibility: Visibility,
): ReadonlyMap<CategoryId | undefined, number> => {
  const counts = new Map<CategoryId | undefined, number>();
  for (const product of tables.products.values()) {
    const id = currentCategory(tables, product)?.id;
    if (product.parentId === null && isVisible(product, visibility)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

/** Categories with those below them. */
export const withDescendants = (
  { categories }: Pick<CategoryTables, 'categories'>,
  ids: readonly CategoryId[],
): Set<CategoryId> => {
  const byParent = Map.groupBy(categories.values(), ({ parentId }) => parentId);
  const found = new Set<CategoryId>();
  const add = (id: CategoryId): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const child of byParent.get(id) ?? []) add(child.id);
  };
  for (const id of ids) add(id);
  return found;
};

export const productCounts = (tables: CategoryTables, id: CategoryId, visibility: Visibility): ProductCounts => {
  const counts = countByCategory(tables, visibility);
  const all = [...withDescendants(tables, [id])];
  return {
    product_count: counts.get(id) ?? 0,
    product_count_total: all.reduce((sum, category) => sum + (counts.get(category) ?? 0), 0),
  };
};
