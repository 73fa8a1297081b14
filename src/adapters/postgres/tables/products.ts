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
    // `price`: minor units. `price_major`: the same amount in major units, for output and for sorting across currencies.
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

export const toProductRow = ({ price, category, createdAt, updatedAt, ...fields }: Product): ProductRow => ({
  ...fields,
  price: String(price.minor),
  price_major: price.toDecimal(),
  currency: price.currency,
  category_id: category?.id ?? null,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** A product from its row, joined with its category's name. */
export const toProduct = ({
  price,
  price_major: _priceMajor,
  currency,
  category_id: categoryId,
  category,
  created_at: createdAt,
  updated_at: updatedAt,
  ...fields
}: ProductRow & Readonly<{ category: string | null }>): Product => ({
  ...fields,
  price: Money.ofMinor(BigInt(price), currency),
  category: categoryId === null || category === null ? null : { id: categoryId, name: category },
  createdAt,
  updatedAt,
});
