import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { CategoryId } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import { labelKey } from '../names.ts';
import type { CatalogTx } from '../ports.ts';
import { makeCreateCategory } from '../use-cases/create-category.ts';
import { ensureCategory } from './ensure-category.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/**
 * The category of a path of names from the top; those that do not exist are created. Unless the path `isWhole`, a single
 * name may be that of a category further down.
 * @throws DomainError `validation_failed` for a single name of several categories, none of which is at the top.
 */
export const ensureCategoryPath = async (
  tx: CatalogTx,
  deps: Deps,
  path: readonly string[],
  isWhole = false,
): Promise<CategoryId | null> => {
  let parent: CategoryId | null = null;
  for (const name of path) {
    const found: CategoryId | undefined = await childOf(tx, parent, name);
    if (found === undefined && path.length === 1 && !isWhole)
      return (await ensureCategory(tx, deps, { category: name }))?.id ?? null;
    parent = found ?? (await makeCreateCategory(deps)(deps.actor, { name, parent_id: parent })(tx)).id;
  }
  return parent;
};

/** The tree is locked only if the label is that of none of the first categories that have it. */
const childOf = async (tx: CatalogTx, parent: CategoryId | null, name: string): Promise<CategoryId | undefined> => {
  const found = (await tx.categories.labelled(name)).find(({ parentId }) => parentId === parent);
  if (found !== undefined) return found.id;
  const tree = await tx.categories.lockTree();
  return CategoryTree.childrenOf(tree, parent).find(({ nameKey }) => nameKey === labelKey(name))?.id;
};
