import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { categoryCreatedBy } from '../audit-entries.ts';
import { Category } from '../category.ts';
import type { Product } from '../product.ts';

/** Returns the category of a label, creating it if needed. */
export const ensureCategory = async (
  tx: Transaction,
  { actor, clock, ids }: { actor: Actor; clock: Clock; ids: IdGenerator },
  label: string | null | undefined,
): Promise<Product['category']> => {
  if (label === null || label === undefined) return null;
  const created = Category.create({ id: ids.next('cat'), name: label, at: clock.now() });
  const { id, name } = await tx.categories.ensure(created);
  if (id === created.id) await tx.audit.append(categoryCreatedBy(actor, created));
  return { id, name };
};
