import { alreadyExists } from '#core/shared/domain-error.ts';
import type { CategoryId } from '../category.ts';
import type { CatalogTx, SlugOwner } from '../ports.ts';
import { Product, type ProductId } from '../product.ts';

/** What the fields of a row tell about the products that a batch reads. */
export type RowKeys = Readonly<{
  id?: ProductId | null;
  sku?: string | null;
  slug?: string | null;
  name?: string | null;
  category_id?: CategoryId | null;
  parent_id?: ProductId | null;
  parent_sku?: string | null;
}>;

/**
 * The product with a slug that is free. A slug made from the name is extended if any product has or had it; a given one
 * may have been another product's.
 * @throws DomainError `already_exists` for a given slug that another product has now.
 */
export const withFreeSlug = async (tx: CatalogTx, product: Product, isGiven: boolean): Promise<Product> => {
  const owner = (await tx.products.slugOwners([product.slug])).get(product.slug);
  if (owner === undefined || owner.productId === product.id) return product;
  if (!isGiven) return Product.withUniqueSlug(product);
  if (owner.isCurrent) throw alreadyExists('slug', 'is already used by another product');
  return product;
};

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
