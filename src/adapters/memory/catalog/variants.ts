import type { Product, ProductId } from '#core/catalog/product.ts';
import { Variant } from '#core/catalog/variant.ts';

/** A product with its variants, which are found among all products. */
export const withVariants = (product: Product, all: Iterable<Product>): Product => ({
  ...product,
  variants: [...all]
    .filter(({ parentId }) => parentId === product.id)
    .map(Variant.of)
    .sort(byId),
});

/** All products with their variants. */
export const allWithVariants = (all: Iterable<Product>): Product[] => {
  const products = [...all];
  const variants = new Map<ProductId, Variant[]>();
  for (const product of products) {
    if (product.parentId === null) continue;
    variants.set(product.parentId, [...(variants.get(product.parentId) ?? []), Variant.of(product)]);
  }
  return products.map((product) => {
    const own = variants.get(product.id);
    return own === undefined ? product : { ...product, variants: own.sort(byId) };
  });
};

const byId = (a: Variant, b: Variant): number => (a.id < b.id ? -1 : 1);
