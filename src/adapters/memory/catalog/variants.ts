import type { Product } from '#core/catalog/product.ts';
import { Variant } from '#core/catalog/variant.ts';
import { byId } from '../store/order.ts';

/** A product with its variants, which are found among all products. */
export const withVariants = (product: Product, all: readonly Product[]): Product => ({
  ...product,
  variants: all
    .filter(({ parentId }) => parentId === product.id)
    .map(Variant.of)
    .sort(byId),
});

/** All products with their variants. */
export const allWithVariants = (all: readonly Product[]): Product[] => {
  const byParent = Map.groupBy(all, ({ parentId }) => parentId);
  return all.map((product) => {
    const own = byParent.get(product.id);
    return own === undefined ? product : { ...product, variants: own.map(Variant.of).sort(byId) };
  });
};
