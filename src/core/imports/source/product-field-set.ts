import { isProductColumn } from '#core/catalog/product-columns.ts';
import type { FieldSet } from './columns.ts';
import { SOURCE_FIELDS } from './source-row.ts';

export const PRODUCT_FIELDS: FieldSet = {
  noun: 'a product',
  has: (field) =>
    isProductColumn(field) || Object.hasOwn(SOURCE_FIELDS, field) || /^option(?:[1-9]|10)_(?:name|value)$/.test(field),
  isOwn: isProductColumn,
  lists: new Set(['images', 'variant_images', 'tags', 'category', 'barcode', 'sale_dates', 'for_sale']),
  naming: new Set(['sku', 'id', 'group', 'name', 'source_id']),
  namedBy: 'the SKU or the name of a product',
};
