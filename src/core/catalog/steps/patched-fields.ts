import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';

/** Null resets a field to its default. */
export type ProductPatch = MergePatch<ProductFields>;

/** All fields of a product after a patch. */
export const patchedFields = (product: Product, patch: ProductPatch): ProductFields => {
  const { category_id: categoryId = null, ...current } = Product.fieldsOf(product);
  // a new label replaces the category, and a null would be removed by the merge
  const base = patch.category === undefined ? { ...current, category_id: categoryId } : current;
  return mergePatch(base, patch) as ProductFields;
};
