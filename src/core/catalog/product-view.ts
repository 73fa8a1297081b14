import type { ResourceView } from '#core/shared/resource.ts';
import { Product, type ProductStatus } from './product.ts';

/** A product as the API and its events show it to readers with `products:read`. */
export type ProductView = ResourceView<Product, 'product'> &
  Readonly<{
    name: string;
    /** Major units. */
    price: number;
    currency: string;
    description: string | null;
    /** The category's label. */
    category: string | null;
    sku: string | null;
    status: ProductStatus;
    stock: number | null;
    available: boolean;
    images: readonly string[];
    attributes: Readonly<Record<string, string>>;
    metadata: Readonly<Record<string, string>>;
  }>;

/** A product as everybody may see it. Its version would tell how often its stock changed: how many orders it has. */
export type PublicProductView = Omit<ProductView, 'stock' | 'metadata' | 'version'>;

export const productView = ({ price, category, createdAt, updatedAt, ...fields }: Product): ProductView => ({
  ...fields,
  object: 'product',
  price: price.toNumber(),
  currency: price.currency,
  category: category?.name ?? null,
  available: Product.isAvailable(fields),
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

export const publicProductView = (product: Product): PublicProductView => {
  const { stock: _stock, metadata: _metadata, version: _version, ...shown } = productView(product);
  return shown;
};
