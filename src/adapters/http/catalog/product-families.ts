import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { type ExportedProduct, exportedProduct } from '#core/catalog/product-columns.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { Json } from '#core/shared/page.ts';

export type ProductJson = Json<ExportedProduct>;

/** A product as a row. A variant has its own values, and `parent_sku`, by which an import finds its parent. */
export const rowOf = (product: Json<ProductView>, parentSku: string | null): ProductJson => {
  // only variants are parsed
  if (!product.includes('"inherited":')) return product as string as ProductJson;
  return Json.of({ ...exportedProduct(Json.parse(product)), ...(parentSku !== null && { parent_sku: parentSku }) });
};

/** A listed product and the ids of its variants, which are shown with it in short. */
export type Family = Readonly<{
  product: ProductJson;
  id: string;
  sku: string | null;
  variantIds: readonly ProductId[];
}>;

export const familyOf = (product: ProductJson): Family => {
  // most products have none, and are not parsed
  if (!product.includes('"variants":')) return { product, id: '', sku: null, variantIds: [] };
  const { id, sku, variants = [] } = Json.parse(product);
  return { product, id, sku, variantIds: variants.map((variant) => variant.id) };
};

/** Bounds the memory of a page of products with many variants. */
const MAX_VARIANTS_READ = 100;

/** Groups of products whose variants are read together. A group may be empty. */
export function* groupsOf(families: readonly Family[]): Generator<readonly Family[]> {
  let group: Family[] = [];
  let variants = 0;
  for (const family of families) {
    variants += family.variantIds.length;
    if (variants > MAX_VARIANTS_READ) {
      yield group;
      [group, variants] = [[], family.variantIds.length];
    }
    group.push(family);
  }
  yield group;
}

/** The products, each followed by its variants: an import needs the parent before them. */
export const withVariants = async (queries: CatalogQueries, families: readonly Family[]): Promise<ProductJson[]> => {
  const ids = families.flatMap(({ variantIds }) => variantIds);
  const found = ids.length === 0 ? new Map<ProductId, Json<ProductView>>() : await queries.findProducts(ids);
  return families.flatMap(({ product, id, sku, variantIds }) => {
    const variants = variantIds.flatMap((variantId) => found.get(variantId) ?? []);
    // one may have been given to another parent meanwhile
    const own = variants.filter((variant) => variant.includes(`"parent_id":"${id}"`));
    return [product, ...own.map((variant) => rowOf(variant, sku))];
  });
};
