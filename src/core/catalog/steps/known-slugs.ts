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
  parent_slug?: string | null;
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

/** The products that have the slugs that rows give, or name parents by. */
export const ownersOfGivenSlugs = async (tx: CatalogTx, rows: readonly RowKeys[]): Promise<readonly ProductId[]> => {
  const given = rows.flatMap(({ slug, parent_slug: parent }) => [slug ?? [], parent ?? []].flat());
  if (given.length === 0) return [];
  const owners = await tx.products.slugOwners([...new Set(given)]);
  return [...owners.values()].flatMap(({ productId, isCurrent }) => (isCurrent ? productId : []));
};

/** Those of some products that give up a slug which another one takes, to be saved before these, and the others. */
export const givingSlugs = (
  saved: readonly Product[],
  before: ReadonlyMap<ProductId, Product | undefined>,
): readonly [giving: readonly Product[], others: readonly Product[]] => {
  const takers = new Map(saved.map(({ id, slug }) => [slug, id]));
  const isGiving = ({ id }: Product): boolean => (takers.get(before.get(id)?.slug ?? '') ?? id) !== id;
  return [saved.filter(isGiving), saved.filter((product) => !isGiving(product))];
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

    /** The product that has a slug now, if a row names it. */
    currentOwner(slug: string): ProductId | undefined {
      const owner = owners.get(slug);
      return owner?.isCurrent ? owner.productId : undefined;
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

const slugsOf = ({ slug, name, parent_slug: parent }: RowKeys): string[] => {
  const own = typeof name === 'string' ? [Product.slugOf({ name })] : [];
  return [...(typeof slug === 'string' ? [slug] : own), ...(typeof parent === 'string' ? [parent] : [])];
};
