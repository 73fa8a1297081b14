import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Product } from '#core/catalog/product.ts';
import type { WeightUnit } from '#core/catalog/product-fields.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { amount, bigint, id, json, jsonb, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

/** Exact: a decimal text such as `0.250`. */
const weight = () => p.decimal('string').precision(12).scale(3);

export const ProductRow = defineEntity({
  name: 'ProductRow',
  tableName: 'products',
  properties: {
    id: id<'prod'>().primary(),
    version: p.integer(),
    name: p.text(),
    slug: p.text(),
    // `price`: minor units. `price_major`: the same amount in major units, for output and for sorting across currencies.
    price: bigint(),
    price_major: amount(),
    compare_at_price: bigint().strictNullable(),
    compare_at_price_major: amount().strictNullable(),
    currency: p.text().$type<Currency>(),
    description: p.text().strictNullable(),
    category_id: id<'cat'>().strictNullable(),
    // the label that the product's last event showed
    category_name: p.text().strictNullable(),
    sku: p.text().strictNullable(),
    barcode: p.text().strictNullable(),
    tax_category: p.text().strictNullable(),
    status: p.text().$type<Product['status']>(),
    stock: p.integer().strictNullable(),
    low_stock_threshold: p.integer().strictNullable(),
    weight: weight().strictNullable(),
    weight_unit: p.text().$type<WeightUnit>(),
    images: json<Product['images']>(),
    attributes: jsonb<Product['attributes']>(),
    metadata: json<Product['metadata']>(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export type ProductRow = Row<typeof ProductRow>;

export const toProductRow = ({
  price,
  compareAtPrice,
  category,
  taxCategory,
  lowStockThreshold,
  weight,
  weightUnit,
  createdAt,
  updatedAt,
  ...fields
}: Product): ProductRow => ({
  ...fields,
  price: String(price.minor),
  price_major: price.toDecimal(),
  currency: price.currency,
  compare_at_price: compareAtPrice === null ? null : String(compareAtPrice.minor),
  compare_at_price_major: compareAtPrice?.toDecimal() ?? null,
  category_id: category?.id ?? null,
  category_name: category?.name ?? null,
  tax_category: taxCategory,
  low_stock_threshold: lowStockThreshold,
  weight: weight === null ? null : String(weight),
  weight_unit: weightUnit,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const toProduct = ({
  price,
  price_major: _priceMajor,
  compare_at_price: compareAtPrice,
  compare_at_price_major: _compareAtPriceMajor,
  currency,
  category_id: categoryId,
  category_name: categoryName,
  tax_category: taxCategory,
  low_stock_threshold: lowStockThreshold,
  weight,
  weight_unit: weightUnit,
  created_at: createdAt,
  updated_at: updatedAt,
  ...fields
}: ProductRow): Product => ({
  ...fields,
  price: Money.ofMinor(BigInt(price), currency),
  compareAtPrice: compareAtPrice === null ? null : Money.ofMinor(BigInt(compareAtPrice), currency),
  taxCategory,
  lowStockThreshold,
  weight: weight === null ? null : Number(weight),
  weightUnit,
  category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
  createdAt,
  updatedAt,
});
