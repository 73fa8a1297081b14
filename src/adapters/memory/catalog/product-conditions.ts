import { labelKey } from '#core/catalog/names.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import { type ProductFilter, productList, productView } from '#core/catalog/product-view.ts';
import { predicateOf } from '../lists/predicate.ts';

// The filters of products that their variants fulfil too, or that compare other than by equality.

/** Whether a product has the vendor and one of the tags of a filter. */
export const hasLabels = ({ vendor, tag }: Pick<ProductFilter, 'vendor' | 'tag'>): ((product: Product) => boolean) => {
  const isOneOf = (asked: readonly string[], labels: readonly string[]): boolean =>
    labels.some((label) => asked.map(labelKey).includes(labelKey(label)));
  return (product) =>
    (vendor === undefined || isOneOf([vendor], product.vendor === null ? [] : [product.vendor])) &&
    (tag === undefined || isOneOf(tag, product.tags));
};

/** Of a product with variants only their stock counts, unless it is listed for itself. */
export const hasStock = (stock_max: ProductFilter['stock_max']): ((product: Product) => boolean) => {
  const matches = matching({ stock_max });
  return (product) => stock_max === undefined || (product.variants.length === 0 && matches(product));
};

/** Whether little is left of a product or of one of its variants, as a filter asks. */
export const hasLowStock = (family: Family, low_stock: ProductFilter['low_stock']): ((product: Product) => boolean) => {
  if (low_stock === undefined) return () => true;
  const low = new Set(family.products.filter(Product.isRunningLow).map(rootOf(family)));
  return ({ id }) => low.has(id) === low_stock;
};

export const matching = (filter: ProductFilter): ((product: Product) => boolean) => {
  const matches = predicateOf(productList, filter);
  return (product) => matches(productView(product));
};

export type Family = Readonly<{
  /** Whether products are also found by their variants, and listed without them. */
  withVariants: boolean;
  products: readonly Product[];
}>;

/** The product that is listed where a product is found. */
export const rootOf = ({ withVariants }: Family): ((product: Product) => ProductId) =>
  withVariants ? ({ id, parentId }) => parentId ?? id : ({ id }) => id;

/** The listed products for which each of the conditions holds, for themselves or for a variant. */
export const foundIn = (family: Family, conditions: readonly ((product: Product) => boolean)[]): Product[] => {
  const { products, withVariants } = family;
  const listed = withVariants ? products.filter(({ parentId }) => parentId === null) : [...products];
  return conditions.reduce((found, condition) => {
    const ids = new Set(products.filter(condition).map(rootOf(family)));
    return found.filter(({ id }) => ids.has(id));
  }, listed);
};
