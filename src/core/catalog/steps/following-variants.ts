import type { Actor } from '#core/shared/actor.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import { productUpdated, productUpdatedBy } from '../records.ts';
import { Variant } from '../variant.ts';
import { withReduction } from './with-reduction.ts';

/** A change of a variant that follows from one of its parent. */
export type FollowingVariant = Readonly<{ before: Product; after: Product }>;

/** The variants that a change of their parent changes: what they have from it, and whether they are on sale. */
export const followingVariants = async (
  tx: CatalogTx,
  before: Product,
  after: Product,
): Promise<readonly FollowingVariant[]> => {
  if (!Product.changesVariants(before, after)) return [];
  const following: FollowingVariant[] = [];
  for (const { id } of after.variants) {
    const variant = await tx.products.get(id);
    const changed = Product.followParent(variant, after, after.updatedAt);
    if (changed !== variant) following.push({ before: variant, after: await withReduction(tx, variant, changed) });
  }
  return following;
};

/** Shows variants as they are after a change of their parent. */
export const withFollowing = (parent: Product, following: readonly FollowingVariant[]): Product => {
  const changed = new Map(following.map(({ after }) => [after.id, Variant.of(after)]));
  return { ...parent, variants: parent.variants.map((variant) => changed.get(variant.id) ?? variant) };
};

/** Stores the variants, each with its event and audit entry. */
export const storeFollowing = async (
  tx: CatalogTx,
  actor: Actor,
  following: readonly FollowingVariant[],
): Promise<void> => {
  for (const { before, after } of following) {
    await tx.products.save(after);
    await tx.events.append(actor, productUpdated(before, after));
    await tx.audit.append(...productUpdatedBy(actor, before, after));
  }
};
