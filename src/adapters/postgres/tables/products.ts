import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { Product } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';

export const ProductRow = defineEntity({
  name: 'ProductRow',
  tableName: 'products',
  properties: {
    id: p.text().primary(),
    version: p.integer().version(),
    name: p.text(),
    price: p.bigint(),
    priceMajor: p.decimal(),
    currency: p.text(),
    description: p.text().nullable(),
    categoryId: p.text().nullable(),
    sku: p.text().nullable(),
    status: p.text().$type<Product['status']>(),
    stock: p.integer().nullable(),
    images: p.json().$type<readonly string[]>().columnType('json'),
    attributes: p.json().$type<Product['attributes']>(),
    metadata: p.json().$type<Product['metadata']>().columnType('json'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type ProductRow = InferEntity<typeof ProductRow>;

/** The columns of a product but its id and version, which never change or change by themselves. */
export const toProductRow = (product: Product) => ({
  name: product.name,
  price: product.price.minor,
  priceMajor: product.price.toDecimal(),
  currency: product.price.currency,
  description: product.description,
  categoryId: product.category?.id ?? null,
  sku: product.sku,
  status: product.status,
  stock: product.stock,
  images: product.images,
  attributes: product.attributes,
  metadata: product.metadata,
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
});

export const toProduct = (row: ProductRow, category: Product['category']): Product => ({
  id: row.id as Product['id'],
  version: row.version,
  name: row.name,
  price: Money.ofMinor(BigInt(row.price), row.currency as Currency),
  description: row.description ?? null,
  category,
  sku: row.sku ?? null,
  status: row.status,
  stock: row.stock ?? null,
  images: row.images,
  attributes: row.attributes,
  metadata: row.metadata,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
