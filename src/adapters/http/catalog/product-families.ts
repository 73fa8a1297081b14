import type { CategoryPaths } from '#core/catalog/category-paths.ts';
import type { CatalogQueries } from '#core/catalog/ports.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { type ExportedProduct, exportedProduct } from '#core/catalog/product-columns.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { groupsOfSize } from '#core/shared/groups.ts';
import { Json } from '#core/shared/page.ts';

export type ProductJson = Json<ExportedProduct>;

/** What a variant's row needs of its parent. */
export type ParentKeys = Pick<ProductView, 'sku' | 'slug'>;

type Context = Readonly<{ parent: ParentKeys | null; paths: CategoryPaths }>;

/** A product as a row, of which an import into any shop makes the same. A variant has its own values, and names its parent. */
export const rowOf = (product: Json<ProductView>, { parent, paths }: Context): ProductJson => {
  // only variants are parsed
  if (!product.includes('"inherited":')) return withCategoryPath(product as string as ProductJson, paths);
  return withCategoryPath(Json.of({ ...exportedProduct(Json.parse(product)), ...namesOf(parent) }), paths);
};

const namesOf = (parent: ParentKeys | null): Pick<ExportedProduct, 'parent_sku' | 'parent_slug'> => {
  if (parent === null) return {};
  return parent.sku === null ? { parent_slug: parent.slug } : { parent_sku: parent.sku };
};

/** The first is the product's own: only texts come before it. */
const CATEGORY_ID = /"category_id":(?:null|"(cat_\w+)")/;

const withCategoryPath = (product: ProductJson, paths: CategoryPaths): ProductJson => {
  const [, id] = CATEGORY_ID.exec(product) ?? [];
  const path = id === undefined ? undefined : paths.get(id as `cat_${string}`);
  return path === undefined ? product : `${product.slice(0, -1)},"category_path":${JSON.stringify(path)}}`;
};

/** A listed product and the ids of its variants, which are shown with it in short. */
export type Family = Readonly<{
  product: ProductJson;
  id: string;
  parent: ParentKeys;
  variantIds: readonly ProductId[];
}>;

export const familyOf = (product: ProductJson): Family => {
  // most products have none, and are not parsed
  if (!product.includes('"variants":')) return { product, id: '', parent: { sku: null, slug: '' }, variantIds: [] };
  const { id, sku, slug, variants = [] } = Json.parse(product);
  return { product, id, parent: { sku, slug }, variantIds: variants.map((variant) => variant.id) };
};

/** Bounds the memory of a page of products with many variants. */
const MAX_VARIANTS_READ = 100;

/** Groups of products whose variants are read together. */
export const groupsOf = (families: readonly Family[]): Generator<readonly Family[]> =>
  groupsOfSize(families, { max: MAX_VARIANTS_READ, sizeOf: ({ variantIds }) => variantIds.length });

/** The products, each followed by its variants: an import needs the parent before them. */
export const withVariants = async (
  queries: CatalogQueries,
  families: readonly Family[],
  paths: CategoryPaths,
): Promise<ProductJson[]> => {
  const ids = families.flatMap(({ variantIds }) => variantIds);
  const found = ids.length === 0 ? new Map<ProductId, Json<ProductView>>() : await queries.findProducts(ids);
  return families.flatMap(({ product, id, parent, variantIds }) => {
    const variants = variantIds.flatMap((variantId) => found.get(variantId) ?? []);
    // one may have been given to another parent meanwhile
    const own = variants.filter((variant) => variant.includes(`"parent_id":"${id}"`));
    return [product, ...own.map((variant) => rowOf(variant, { parent, paths }))];
  });
};
