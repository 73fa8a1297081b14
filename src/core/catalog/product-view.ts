import type { ResourceView } from '#core/shared/resource.ts';
import type { CategoryId } from './category.ts';
import { Product } from './product.ts';
import type { PlainFields } from './product-fields.ts';
import { type PublicVariantView, type VariantView, variantViews } from './variant.ts';

/** A product as the API and its events show it to readers with `products:read`. */
export type ProductView = ResourceView<Product, 'product'> &
  PlainFields &
  Readonly<{
    name: string;
    slug: string;
    /** Major units. */
    price: number;
    /** Major units. */
    compare_at_price: number | null;
    currency: string;
    /** The category's label. */
    category: string | null;
    category_id: CategoryId | null;
    available: boolean;
  }> &
  Partial<FamilyView & ReductionView>;

/** What a product with variants shows besides. */
export type FamilyView = PriceRangeView & Readonly<{ variants: readonly VariantView[] }>;

/** What a reduced product shows besides: the lowest published price of the 30 days before the reduction; major units. */
export type ReductionView = Readonly<{ lowest_price_30d: number }>;

/** The lowest and the highest price of its active variants, or its own; major units. */
export type PriceRangeView = Readonly<{ price_min: number; price_max: number }>;

type PrivateField = 'stock' | 'low_stock_threshold' | 'metadata' | 'version';

/** A product as everybody may see it. Its version would tell how often its stock changed: how many orders it has. */
export type PublicProductView = Omit<ProductView, PrivateField | 'variants'> & Partial<PublicFamilyView>;

type PublicFamilyView = PriceRangeView & Readonly<{ variants: readonly PublicVariantView[] }>;

export const productView = (product: Product): ProductView => ({
  id: product.id,
  object: 'product',
  version: product.version,
  ...Product.fieldsOf(product),
  category: product.category?.name ?? null,
  available: Product.isAvailable(product),
  created_at: product.createdAt.toISOString(),
  updated_at: product.updatedAt.toISOString(),
  // what only some products show comes last
  ...(product.variants.length === 0 ? {} : familyView(product)),
  ...(product.lowestPrice30d === null ? {} : { lowest_price_30d: product.lowestPrice30d.toNumber() }),
});

const familyView = (product: Product): FamilyView => ({
  variants: variantViews(product.variants, Product.isOnSale(product)),
  ...priceRangeView(product),
});

export const priceRangeView = (product: Product): PriceRangeView => {
  const [minimum, maximum] = Product.priceRange(product);
  return { price_min: minimum.toNumber(), price_max: maximum.toNumber() };
};

export const publicProductView = (product: Product): PublicProductView => {
  const {
    stock: _stock,
    low_stock_threshold: _threshold,
    metadata: _metadata,
    version: _version,
    ...shown
  } = productView(product);
  if (shown.variants === undefined) return shown;
  // in the place of all variants
  return { ...shown, variants: shown.variants.filter(({ status }) => status === 'active').map(publicVariantView) };
};

const publicVariantView = ({ status: _status, stock: _stock, ...shown }: VariantView): PublicVariantView => shown;
