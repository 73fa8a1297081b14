import { Product } from '#core/catalog/product.ts';
import { productChanged } from '#core/catalog/records.ts';
import type { ProductBatch } from '#core/catalog/steps/product-batch.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { ImportId } from '../import.ts';
import type { RowFields } from '../import-row.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; importId: ImportId }>;

/**
 * Frees the slug that a row gives, if the import has made it from the name of another product, which gets a longer one:
 * the slugs that a file gives do not depend on the order of its rows.
 */
export const displaceSlug = async (
  batch: ProductBatch,
  { actor, clock, importId }: Deps,
  { current, row: { slug } }: Readonly<{ current: Product | undefined; row: RowFields }>,
): Promise<void> => {
  const owner = slug == null ? undefined : batch.bySlug(slug);
  if (owner === undefined || owner.id === current?.id || owner.slugDerivedBy !== importId) return;
  const after = Product.withoutDerivedSlug(owner, clock.now());
  await batch.tx.products.save(after);
  await batch.tx.events.append(actor, ...productChanged(owner, after));
};
