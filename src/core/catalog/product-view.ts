import { Product, type ProductId, type ProductStatus } from './product.ts';

/** A product as the API and its events show it to those who may see all of it. */
export type ProductView = Readonly<{
  id: ProductId;
  object: 'product';
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
  version: number;
  created_at: string;
  updated_at: string;
}>;

/** A product as everybody may see it. */
export type PublicProductView = Omit<ProductView, 'stock' | 'metadata'>;

export const productView = (product: Product): ProductView => ({
  id: product.id,
  object: 'product',
  name: product.name,
  price: product.price.toNumber(),
  currency: product.price.currency,
  description: product.description,
  category: product.category?.name ?? null,
  sku: product.sku,
  status: product.status,
  stock: product.stock,
  available: Product.isAvailable(product),
  images: product.images,
  attributes: product.attributes,
  metadata: product.metadata,
  version: product.version,
  created_at: product.createdAt.toISOString(),
  updated_at: product.updatedAt.toISOString(),
});

export const publicProductView = (product: Product): PublicProductView => {
  const { stock: _stock, metadata: _metadata, ...shown } = productView(product);
  return shown;
};
