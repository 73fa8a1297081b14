import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/storage.ts';
import type { CategoryId } from '../category.ts';
import { categoryDeletedBy } from '../category-audit-entries.ts';
import { categoryDeleted } from '../category-events.ts';
import { CategoryTree } from '../category-tree.ts';

export type DeleteCategory = (
  actor: Actor,
  command: Readonly<{ id: CategoryId; expected: ExpectedVersions }>,
) => Work<void>;

export const makeDeleteCategory =
  ({ clock }: { clock: Clock }): DeleteCategory =>
  (actor, { id, expected }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const category = await tx.categories.get(id);
    await requireVersion(tx.events, category, expected);
    const { product_count: products } = await tx.categories.countProducts(id, 'full');
    const children = CategoryTree.childrenOf(tree, id).length;
    if (products > 0 || children > 0) {
      throw invalidState(`The category has products: ${products}, child categories: ${children}.`, 'in_use');
    }
    await tx.categories.remove(id);
    const at = clock.now();
    await tx.events.append(actor, categoryDeleted(category, at));
    await tx.audit.append(categoryDeletedBy(actor, category, at));
  };
