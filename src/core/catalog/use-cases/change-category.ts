import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Category, type CategoryFields, type CategoryId } from '../category.ts';
import type { CatalogTx } from '../ports.ts';
import { storeCategory } from '../steps/store-category.ts';

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
    const before = await tx.categories.get(id);
    await requireVersion(tx.events, before, expected);
    const fields = mergePatch(currentFields(before, patch), patch) as CategoryFields;
    return storeCategory(tx, actor, { tree, before, fields, at: clock.now() });
  };

/** A category that is moved comes behind its new siblings unless the patch has a position. */
const currentFields = (category: Category, patch: CategoryPatch): Partial<CategoryFields> => {
  const { position, ...fields } = Category.fieldsOf(category);
  const isMoved = patch.parent_id !== undefined && patch.parent_id !== category.parentId;
  return isMoved || position === undefined ? fields : { ...fields, position };
};
