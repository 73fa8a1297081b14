import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { Category, CategoryFields, CategoryId } from '../category.ts';
import type { CatalogTx } from '../ports.ts';
import { storeCategory } from '../steps/store-category.ts';

export type ReplaceCategory = (
  actor: Actor,
  command: Readonly<{ id: CategoryId; fields: CategoryFields; expected: ExpectedVersions }>,
) => Work<Category, CatalogTx>;

export const makeReplaceCategory =
  ({ clock }: { clock: BusinessClock }): ReplaceCategory =>
  (actor, { id, fields, expected }) =>
  async (tx) => {
    const tree = await tx.categories.lockTree();
    const before = await tx.categories.get(id);
    await requireVersion(tx.events, before, expected);
    return storeCategory(tx, actor, { tree, before, fields, at: clock.now() });
  };
