import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Product } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { amount, bigint, id, json, jsonb, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const ProductRow = defineEntity({
  name: 'ProductRow',
  tableName: 'products',
  properties: {
    id: id<'prod'>().primary(),
    version: p.integer(),
    name: p.text(),
    // minor units; `price_major` is the number shown, which sorts prices of all currencies
    price: bigint(),
    price_major: amount(),
    currency: p.text().$type<Currency>(),
    description: p.text().strictNullable(),
    category_id: id<'cat'>().strictNullable(),
    sku: p.text().strictNullable(),
    status: p.text().$type<Product['status']>(),
    stock: p.integer().strictNullable(),
    images: json<Product['images']>(),
    attributes: jsonb<Product['attributes']>(),
    metadata: json<Product['metadata']>(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export type ProductRow = Row<typeof ProductRow>;

export const toProductRow = (product: Product): ProductRow => ({
  id: product.id,
  version: product.version,
  name: product.name,
  price: String(product.price.minor),
  price_major: product.price.toDecimal(),
  currency: product.price.currency,
  description: product.description,
  category_id: product.category?.id ?? null,
  sku: product.sku,
  status: product.status,
  stock: product.stock,
  images: product.images,
  attributes: product.attributes,
  metadata: product.metadata,
  created_at: product.createdAt,
  updated_at: product.updatedAt,
});

/** A product from its row, joined with its category's name. */
export const toProduct = (row: ProductRow & Readonly<{ category: string | null }>): Product => ({
  id: row.id,
  version: row.version,
  name: row.name,
  price: Money.ofMinor(BigInt(row.price), row.currency),
  description: row.description,
  category: row.category_id === null || row.category === null ? null : { id: row.category_id, name: row.category },
  sku: row.sku,
  status: row.status,
  stock: row.stock,
  images: row.images,
  attributes: row.attributes,
  metadata: row.metadata,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
