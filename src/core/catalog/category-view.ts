import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { Category, CategoryId } from './category.ts';

/** A category as its events show it. */
export type CategoryEventView = ResourceView<Category, 'category'> &
  Readonly<{
    slug: string;
    name: string;
    parent_id: CategoryId | null;
    /** Siblings are sorted by it. */
    position: number;
  }>;

/** How many products of a visibility are in a category. */
export type ProductCounts = Readonly<{
  product_count: number;
  /** With its descendants' products. */
  product_count_total: number;
}>;

/** A category as the API shows it. */
export type CategoryView = CategoryEventView & ProductCounts;

/** A category with its children in their order. */
export type CategoryTreeView = CategoryView & Readonly<{ children: readonly CategoryTreeView[] }>;

export const categoryEventView = ({ id, slug, name, parentId, position, ...rest }: Category): CategoryEventView => ({
  id,
  object: 'category',
  slug,
  name,
  parent_id: parentId,
  position,
  ...versionView(rest),
});

export const categoryView = (category: Category, counts: ProductCounts): CategoryView => ({
  ...categoryEventView(category),
  ...counts,
});

type Row = Omit<CategoryView, 'product_count_total'>;

/** The whole tree, from all categories with their own counts. */
export const nestCategories = (rows: readonly Row[]): CategoryTreeView[] => {
  const byParent = Map.groupBy(rows, ({ parent_id: parentId }) => parentId);
  const below = (parentId: CategoryId | null): CategoryTreeView[] =>
    (byParent.get(parentId) ?? []).toSorted(inOrder).map((row) => {
      const children = below(row.id);
      const total = children.reduce((sum, child) => sum + child.product_count_total, row.product_count);
      return { ...row, product_count_total: total, children };
    });
  return below(null);
};

const inOrder = (a: Row, b: Row): number => a.position - b.position || (a.id < b.id ? -1 : 1);

export const categoryList = describeList<CategoryView>()({ filters: idsFilter('Categories', 'cat'), ...newestFirst });
