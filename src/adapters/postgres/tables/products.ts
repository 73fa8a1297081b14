// Why: docs/decisions/0004-sorting-prices-across-currencies.md

import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { Medium } from '#core/catalog/media.ts';
import { labelKey } from '#core/catalog/names.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { WeightUnit } from '#core/catalog/product-fields.ts';
import type { SafeHtml } from '#core/catalog/safe-html.ts';
import { Variant } from '#core/catalog/variant.ts';
import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { amount, bigint, id, json, jsonb, textArray, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { table, type WrittenRow } from './table.ts';
import { type VariantAttributes, variantAttributes } from './variant-attributes.ts';

/** Exact: a decimal text such as `0.250`. */
const weight = () => p.decimal('string').precision(12).scale(3);

const copied = copiedColumns({
  id: id<'prod'>().primary(),
  version: p.integer(),
  name: p.text(),
  slug: p.text(),
  slug_derived_by: id<'imp'>().strictNullable(),
  description: p.text().strictNullable(),
  description_html: p.text().$type<SafeHtml>().strictNullable(),
  vendor: p.text().strictNullable(),
  sku: p.text().strictNullable(),
  barcode: p.text().strictNullable(),
  tax_category: p.text().strictNullable(),
  withdrawal_exemption: p.text().$type<WithdrawalExemption>().strictNullable(),
  status: p.text().$type<Product['status']>(),
  stock: p.integer().strictNullable(),
  low_stock_threshold: p.integer().strictNullable(),
  weight_unit: p.text().$type<WeightUnit>(),
  tags: textArray(),
  attributes: jsonb<Product['attributes']>(),
  metadata: json<Product['metadata']>(),
  seo_title: p.text().strictNullable(),
  seo_description: p.text().strictNullable(),
  parent_id: id<'prod'>().strictNullable(),
  options: json<Product['options']>(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const ProductRow = table('products', {
  ...copied.columns,
  // `price`: minor units. `price_major`: the same amount in major units, for output and for sorting across currencies.
  price: bigint(),
  price_major: amount(),
  compare_at_price: bigint().strictNullable(),
  compare_at_price_major: amount().strictNullable(),
  cost: bigint().strictNullable(),
  cost_major: amount().strictNullable(),
  lowest_price_30d: bigint().strictNullable(),
  lowest_price_30d_major: amount().strictNullable(),
  currency: p.text().$type<Currency>(),
  category_id: id<'cat'>().strictNullable(),
  // the label that the product's last event showed
  category_name: p.text().strictNullable(),
  // what lists filter by; null without a vendor or tags, so that their indexes omit the product
  vendor_key: p.text().strictNullable(),
  tag_keys: textArray().strictNullable(),
  weight: weight().strictNullable(),
  images: json<readonly string[]>(),
  // null: written before products had texts of their images
  media: json<Product['media']>().strictNullable(),
  // the names of the fields whose values are those of the parent
  inherited: textArray().$type<Product['inherited']>(),
  // the parent itself, or the product
  root_id: id<'prod'>().$type<GeneratedAlways<ProductId>>().generated('stored'),
  parent_active: p.boolean(),
  // what a product shows of its variants, by which lists sort and filter; prices in major units
  variant_count: p.integer(),
  variants_available: p.boolean(),
  price_min: amount(),
  price_max: amount(),
  variant_attributes: jsonb<VariantAttributes>(),
  available: p.boolean().$type<GeneratedAlways<boolean>>().generated('stored'),
});

export type ProductRow = WrittenRow<typeof ProductRow>;

/** A literal, since imports map products by the thousand and copying the columns takes a fifth longer. */
export const toProductRow = (product: Product): ProductRow => {
  const { price, compareAtPrice, cost, lowestPrice30d, category, vendor, tags, weight, variants } = product;
  const [minimum, maximum] = Product.priceRange(product);
  return {
    id: product.id,
    version: product.version,
    name: product.name,
    slug: product.slug,
    slug_derived_by: product.slugDerivedBy,
    price: String(price.minor),
    price_major: price.toDecimal(),
    compare_at_price: compareAtPrice === null ? null : String(compareAtPrice.minor),
    compare_at_price_major: compareAtPrice?.toDecimal() ?? null,
    cost: cost === null ? null : String(cost.minor),
    cost_major: cost?.toDecimal() ?? null,
    lowest_price_30d: lowestPrice30d === null ? null : String(lowestPrice30d.minor),
    lowest_price_30d_major: lowestPrice30d?.toDecimal() ?? null,
    currency: price.currency,
    description: product.description,
    description_html: product.descriptionHtml,
    category_id: category?.id ?? null,
    category_name: category?.name ?? null,
    vendor,
    vendor_key: vendor === null ? null : labelKey(vendor),
    sku: product.sku,
    barcode: product.barcode,
    tax_category: product.taxCategory,
    withdrawal_exemption: product.withdrawalExemption,
    status: product.status,
    stock: product.stock,
    low_stock_threshold: product.lowStockThreshold,
    weight: weight === null ? null : String(weight),
    weight_unit: product.weightUnit,
    images: Medium.urlsOf(product.media),
    media: product.media,
    tags,
    tag_keys: tags.length === 0 ? null : tags.map(labelKey),
    attributes: product.attributes,
    metadata: product.metadata,
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
    parent_id: product.parentId,
    inherited: product.inherited,
    parent_active: product.isParentActive,
    options: product.options,
    variant_count: variants.length,
    variants_available: variants.some(Variant.isAvailable),
    price_min: minimum.toDecimal(),
    price_max: maximum.toDecimal(),
    variant_attributes: variantAttributes(product),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
};

/** A product from its row and those of its variants. */
export const toProduct = (row: ProductRow & Readonly<{ variants: readonly VariantRow[] }>): Product => ({
  ...copied.toProperties(row),
  price: amountIn(row.currency, row.price),
  compareAtPrice: row.compare_at_price === null ? null : amountIn(row.currency, row.compare_at_price),
  cost: row.cost === null ? null : amountIn(row.currency, row.cost),
  lowestPrice30d: row.lowest_price_30d === null ? null : amountIn(row.currency, row.lowest_price_30d),
  category: row.category_id === null ? null : { id: row.category_id, name: row.category_name ?? '' },
  weight: row.weight === null ? null : Number(row.weight),
  media: Medium.ofFields({ images: row.images }, row.media ?? []),
  inherited: row.inherited,
  isParentActive: row.parent_active,
  variants: row.variants.map(toVariant),
});

/** The columns of a variant that its parent shows. */
export const VARIANT_COLUMNS = [
  'id',
  'parent_id',
  'options',
  'attributes',
  'sku',
  'status',
  'price',
  'compare_at_price',
  'currency',
  'stock',
  'withdrawal_exemption',
] as const satisfies readonly (keyof ProductRow)[];

export type VariantRow = Pick<ProductRow, (typeof VARIANT_COLUMNS)[number]>;

const toVariant = (row: VariantRow): Variant => ({
  id: row.id,
  options: row.options,
  attributes: row.attributes,
  sku: row.sku,
  status: row.status,
  price: amountIn(row.currency, row.price),
  compareAtPrice: row.compare_at_price === null ? null : amountIn(row.currency, row.compare_at_price),
  stock: row.stock,
  withdrawalExemption: row.withdrawal_exemption,
});

const amountIn = (currency: Currency, minor: string): Money => Money.ofMinor(BigInt(minor), currency);
