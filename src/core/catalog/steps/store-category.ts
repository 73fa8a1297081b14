import type { Actor } from '#core/shared/actor.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { categoryAuditEntry } from '../audit-entries.ts';
import { Category, type CategoryFields } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import { categoryEventView } from '../category-view.ts';
import { categoryUpdated } from '../events.ts';
import type { CatalogTx } from '../ports.ts';

type Change = Readonly<{ tree: CategoryTree; before: Category; fields: CategoryFields; at: Date }>;

/** Stores a category with its new fields and writes event and audit entry. Without a change it writes nothing. */
export const storeCategory = async (
  tx: CatalogTx,
  actor: Actor,
  { tree, before, fields: { name, parent_id: parentId = null, position }, at }: Change,
): Promise<Category> => {
  const place = { parentId, position: position ?? CategoryTree.lastPosition(tree, parentId, before.id) };
  const after = Category.change(before, { name, ...place }, at);
  CategoryTree.requirePlace(tree, after);
  if (isUnchanged(categoryEventView(before), categoryEventView(after))) return before;
  await tx.categories.save(after);
  await tx.events.append(actor, categoryUpdated(before, after));
  await tx.audit.append(categoryAuditEntry(actor, 'updated', { before, after }));
  return after;
};
