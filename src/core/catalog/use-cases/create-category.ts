import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Category, type CategoryFields } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import type { CatalogTx } from '../ports.ts';
import { categoryAuditEntry, categoryCreated } from '../records.ts';

export type CreateCategory = (actor: Actor, fields: CategoryFields) => Work<Category, CatalogTx>;

export const makeCreateCategory =
  ({ clock, ids }: { clock: BusinessClock; ids: IdGenerator }): CreateCategory =>
  (actor, { name, parent_id: parentId = null, position }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const place = { parentId, position: position ?? CategoryTree.lastPosition(tree, parentId) };
    const category = Category.create({ id: ids.next('cat'), name, at: clock.now() }, place);
    CategoryTree.requirePlace(tree, category);
    CategoryTree.requireSpace(tree.nodes.size, 'name');
    const stored = await tx.categories.add(category);
    await tx.events.append(actor, categoryCreated(stored));
    await tx.audit.append(categoryAuditEntry(actor, 'created', { before: null, after: stored }));
    return stored;
  };
