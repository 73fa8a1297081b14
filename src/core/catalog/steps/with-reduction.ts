import type { CatalogTx } from '../ports.ts';
import { changesPublishedPrice, startOfPriorPrices, withLowestPrice } from '../price-history.ts';
import type { Product } from '../product.ts';

/** A changed product with the lowest price before its reduction, or without one while it is not reduced. */
export const withReduction = async (tx: CatalogTx, before: Product, after: Product): Promise<Product> => {
  if (!changesPublishedPrice(before, after)) return after;
  const published = await tx.products.publishedPrices([after.id], startOfPriorPrices(after.updatedAt));
  return withLowestPrice(after, published.get(after.id) ?? []);
};
