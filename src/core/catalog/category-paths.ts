import { Json } from '#core/shared/page.ts';
import type { CategoryId } from './category.ts';
import type { CategoryPath } from './category-path.ts';
import type { CategoryTreeView } from './category-view.ts';
import type { CatalogQueries, Visibility } from './ports.ts';

/** The path of each category. */
export type CategoryPaths = ReadonlyMap<CategoryId, CategoryPath>;

export const readCategoryPaths = async (
  queries: Pick<CatalogQueries, 'readCategoryTree'>,
  visibility: Visibility,
): Promise<CategoryPaths> => new Map(pathsBelow(Json.parse(await queries.readCategoryTree(visibility)).data, []));

type Path = readonly [CategoryId, CategoryPath];

const pathsBelow = (tree: readonly CategoryTreeView[], above: CategoryPath): readonly Path[] =>
  tree.flatMap(({ id, name, children }): readonly Path[] => {
    const path = [...above, name];
    return [[id, path], ...pathsBelow(children, path)];
  });
