import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/unit-of-work.ts';
import { Category } from '../category.ts';
import type { Product } from '../product.ts';

/** The category that a label names, made if there is none yet. */
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
