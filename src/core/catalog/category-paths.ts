import { Json } from '#core/shared/page.ts';
import type { CategoryId } from './category.ts';
import type { CategoryTreeView } from './category-view.ts';
import type { CatalogQueries, Visibility } from './ports.ts';

/** The names of each category and those above it, from the top. */
export type CategoryPaths = ReadonlyMap<CategoryId, readonly string[]>;

export const readCategoryPaths = async (
  queries: Pick<CatalogQueries, 'readCategoryTree'>,
  visibility: Visibility,
): Promise<CategoryPaths> => new Map(pathsBelow(Json.parse(await queries.readCategoryTree(visibility)).data, []));

type Path = readonly [CategoryId, readonly string[]];

const pathsBelow = (tree: readonly CategoryTreeView[], above: readonly string[]): readonly Path[] =>
  tree.flatMap(({ id, name, children }): readonly Path[] => {
    const path = [...above, name];
    return [[id, path], ...pathsBelow(children, path)];
  });
