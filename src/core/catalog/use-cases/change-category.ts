import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Category, type CategoryFields, type CategoryId } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import { categoryEventView } from '../category-view.ts';
import type { CatalogTx } from '../ports.ts';
import { categoryAuditEntry, categoryUpdated } from '../records.ts';

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

/** Null resets a field to its default. */
export type CategoryPatch = MergePatch<CategoryFields>;

export type ChangeCategory = (
  actor: Actor,
  command: Readonly<{ id: CategoryId; patch: CategoryPatch; expected: ExpectedVersions }>,
) => Work<Category, CatalogTx>;

export const makeChangeCategory =
  ({ clock }: { clock: BusinessClock }): ChangeCategory =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const before = await requireVersion(tx.events, await tx.categories.get(id), expected);
    const fields = mergePatch(currentFields(before, patch), patch) as CategoryFields;
    return storeCategory(tx, actor, { tree, before, fields, at: clock.now() });
  };

/** A category that is moved comes behind its new siblings unless the patch has a position. */
const currentFields = (category: Category, patch: CategoryPatch): Partial<CategoryFields> => {
  const { position, ...fields } = Category.fieldsOf(category);
  const isMoved = patch.parent_id !== undefined && patch.parent_id !== category.parentId;
  return isMoved || position === undefined ? fields : { ...fields, position };
};

export type ReplaceCategory = (
  actor: Actor,
  command: Readonly<{ id: CategoryId; fields: CategoryFields; expected: ExpectedVersions }>,
) => Work<Category, CatalogTx>;

export const makeReplaceCategory =
  ({ clock }: { clock: BusinessClock }): ReplaceCategory =>
  (actor, { id, fields, expected }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const before = await requireVersion(tx.events, await tx.categories.get(id), expected);
    return storeCategory(tx, actor, { tree, before, fields, at: clock.now() });
  };
