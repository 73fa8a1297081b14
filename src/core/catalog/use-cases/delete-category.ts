import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalid, invalidState, unknownReference } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Category, type CategoryId } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import type { CatalogTx } from '../ports.ts';
import { categoryAuditEntry, categoryDeleted } from '../records.ts';
import { storeCategory } from './change-category.ts';

export type DeleteCategory = (
  actor: Actor,
  command: Readonly<{
    id: CategoryId;
    /** The category that gets the products and child categories; without it, there must be none. */
    reassignTo: CategoryId | undefined;
    expected: ExpectedVersions;
  }>,
) => Work<void, CatalogTx>;

export const makeDeleteCategory =
  ({ clock }: { clock: BusinessClock }): DeleteCategory =>
  (actor, { id, reassignTo, expected }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const category = await requireVersion(tx.events, await tx.categories.get(id), expected);
    const at = clock.now();
    if (reassignTo === undefined) {
      await requireEmpty(tx, tree, id);
      await tx.categories.remove(id);
    } else {
      const heir = await heirOf(tx, tree, { id, reassignTo });
      await moveChildren(tx, actor, { tree, id, parentId: heir.id, at });
      await tx.categories.reassign(id, heir);
    }
    await tx.events.append(actor, categoryDeleted(category, at));
    await tx.audit.append(categoryAuditEntry(actor, 'deleted', { before: category, after: null, at }));
  };

const requireEmpty = async (tx: CatalogTx, tree: CategoryTree, id: CategoryId): Promise<void> => {
  const { product_count: listed } = await tx.categories.countProducts(id, 'full');
  const products = listed + (await tx.categories.countVariants(id));
  const children = CategoryTree.childrenOf(tree, id).length;
  if (products === 0 && children === 0) return;
  const message = `The category has ${products} products and ${children} child categories. Send reassign_to.`;
  throw invalidState(message, 'in_use');
};

type Reassignment = Readonly<{ id: CategoryId; reassignTo: CategoryId }>;

const heirOf = (tx: CatalogTx, tree: CategoryTree, { id, reassignTo }: Reassignment): Promise<Category> => {
  const path = ['reassign_to'];
  if (!tree.nodes.has(reassignTo)) {
    throw unknownReference([{ path, code: 'any.exists', message: 'must be the id of an existing category' }]);
  }
  if (CategoryTree.isWithin(tree, reassignTo, id)) {
    const message = 'must be neither the category itself nor one below it';
    throw invalid([{ path, code: 'any.invalid', message }]);
  }
  return tx.categories.get(reassignTo);
};

type Move = Readonly<{ tree: CategoryTree; id: CategoryId; parentId: CategoryId; at: Date }>;

/** Moves the children of a category behind those of another, in their order. */
const moveChildren = async (tx: CatalogTx, actor: Actor, { tree, id, parentId, at }: Move): Promise<void> => {
  const rest = CategoryTree.without(tree, id);
  let position = CategoryTree.lastPosition(rest, parentId);
  for (const child of CategoryTree.childrenOf(tree, id)) {
    const before = await tx.categories.get(child.id);
    const fields = { ...Category.fieldsOf(before), parent_id: parentId, position };
    await storeCategory(tx, actor, { tree: rest, before, fields, at });
    position += 1;
  }
};
