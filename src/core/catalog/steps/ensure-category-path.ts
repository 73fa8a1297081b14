import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Category, type CategoryId } from '../category.ts';
import type { CategoryPath } from '../category-path.ts';
import { CategoryTree } from '../category-tree.ts';
import { labelKey } from '../names.ts';
import type { CatalogTx } from '../ports.ts';
import { categoryAuditEntry, categoryCreated } from '../records.ts';
import { makeCreateCategory } from '../use-cases/create-category.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/**
 * The category of a path of names from the root; those that do not exist are created.
 * @throws DomainError `validation_failed` if there may be no further one.
 */
export const ensureCategoryPath = async (
  tx: CatalogTx,
  deps: Deps,
  [root = '', ...names]: CategoryPath,
  field = 'category',
): Promise<CategoryId> => {
  let parent = (await childOf(tx, null, root)) ?? (await ensureRoot(tx, deps, root, field)).id;
  for (const name of names) {
    const found = await childOf(tx, parent, name);
    if (found === undefined) CategoryTree.requireSpace(await tx.categories.count(), field);
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

/** The category of a name at the root, which is created if there is none. */
export const ensureRoot = async (
  tx: CatalogTx,
  { actor, clock, ids }: Deps,
  name: string,
  field = 'category',
): Promise<Category> => {
  CategoryTree.requireSpace(await tx.categories.count(), field);
  const created = Category.create({ id: ids.next('cat'), name, at: clock.now() });
  const stored = await tx.categories.ensure(created);
  if (stored.id === created.id) {
    await tx.events.append(actor, categoryCreated(stored));
    await tx.audit.append(categoryAuditEntry(actor, 'created', { before: null, after: stored }));
  }
  return stored;
};
