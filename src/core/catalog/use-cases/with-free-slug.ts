import { alreadyExists } from '#core/shared/domain-error.ts';
import type { CatalogTx } from '../ports.ts';
import { Product } from '../product.ts';

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
