import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { Category } from '../category.ts';
import type { Product } from '../product.ts';

/** Returns the category of a label, creating it if needed. */
export const ensureCategory = async (
  tx: Transaction,
  { clock, ids }: { clock: Clock; ids: IdGenerator },
  label: string | null | undefined,
): Promise<Product['category']> => {
  if (label === null || label === undefined) return null;
  const { id, name } = await tx.categories.ensure(
    Category.create({ id: ids.next('cat'), name: label, at: clock.now() }),
  );
  return { id, name };
};
