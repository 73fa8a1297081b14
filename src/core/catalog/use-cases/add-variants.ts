import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { CatalogTx } from '../ports.ts';
import { Product, type ProductId } from '../product.ts';
import { productUpdated } from '../records.ts';
import { ensureCategory } from '../steps/ensure-category.ts';
import { newVariants, recordCreated } from '../steps/new-variants.ts';
import { Variant } from '../variant.ts';
import type { VariantFields } from '../variant-set.ts';

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

/** Adds variants to a product and returns it. */
export type AddVariants = (
  actor: Actor,
  command: Readonly<{ id: ProductId; variants: readonly VariantFields[] }>,
) => Work<Product, CatalogTx>;

export const makeAddVariants =
  ({ clock, ids }: Deps): AddVariants =>
  (actor, { id, variants }) =>
  async (tx) => {
    const at = clock.now();
    const product = await tx.products.get(id);
    if (product.parentId !== null)
      throw invalidState('A variant has no variants itself: add them to its parent.', 'variant');
    // the label that the product has may be a former one
    const category = await ensureCategory(tx, { actor, clock, ids }, { category_id: product.category?.id ?? null });
    const added = await newVariants(tx, { ids, at }, { ...product, category }, variants);
    const after = Product.withVariants(product, [...product.variants, ...added.map(Variant.of)].sort(byId), at);
    await tx.products.addMany(added);
    await tx.products.save(after);
    await recordCreated(tx, actor, added);
    await tx.events.append(actor, productUpdated(product, after));
    return after;
  };

const byId = (a: Variant, b: Variant): number => (a.id < b.id ? -1 : 1);
