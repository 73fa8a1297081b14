import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';
import type { SlugOwner } from '../product-repository.ts';
import type { RowKeys } from './row-keys.ts';

/** The owners of the slugs that the rows give, or that the names of their products make, with the rows' changes. */
export const knownSlugs = async (tx: CatalogTx, rows: readonly RowKeys[]) => {
  const candidates = rows.flatMap(slugsOf);
  const known = new Set(candidates);
  const owners = new Map(await tx.products.slugOwners([...known]));
  return {
    async ownersOf(slugs: readonly string[]): Promise<ReadonlyMap<string, SlugOwner>> {
      const unknown = slugs.filter((slug) => !known.has(slug));
      if (unknown.length > 0)
        for (const [slug, owner] of await tx.products.slugOwners(unknown)) owners.set(slug, owner);
      for (const slug of unknown) known.add(slug);
      return new Map(
        slugs.flatMap((slug) => {
          const owner = owners.get(slug);
          return owner === undefined ? [] : [[slug, owner]];
        }),
      );
    },

    /** A slug that a product gives up is its former one. */
    replace(before: Product | undefined, after: Product | undefined): void {
      if (before?.slug === after?.slug) return;
      if (before !== undefined) {
        known.add(before.slug);
        if (after === undefined) owners.delete(before.slug);
        else owners.set(before.slug, { productId: before.id, isCurrent: false });
      }
      if (after !== undefined) {
        known.add(after.slug);
        owners.set(after.slug, { productId: after.id, isCurrent: true });
      }
    },
  };
};

const slugsOf = ({ slug, name }: RowKeys): string[] => {
  if (typeof slug === 'string') return [slug];
  return typeof name === 'string' ? [Product.slugOf({ name })] : [];
};
