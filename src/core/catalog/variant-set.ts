// Why: docs/decisions/0075-families-at-once.md

import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { MergePatch } from '#core/shared/merge-patch.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { Product } from './product.ts';
import type { ProductFields, ProductId } from './product-fields.ts';
import { MAX_VARIANTS, Variant } from './variant.ts';

/** The fields of a variant that is created with others; those that are omitted are as those of a single one. */
export type VariantFields = Pick<
  ProductFields,
  | 'sku'
  | 'barcode'
  | 'compare_at_price'
  | 'cost'
  | 'stock'
  | 'low_stock_threshold'
  | 'weight'
  | 'weight_unit'
  | 'status'
  | 'tax_category'
  | 'withdrawal_exemption'
  | 'images'
  | 'media'
  | 'attributes'
  | 'metadata'
> &
  Readonly<{
    /** In major units; that of the product if omitted. */
    price?: number;
    options: StringMap;
  }>;

/** A path within the variants of a request. */
const at = (index: number, ...path: readonly (string | number)[]) => ['variants', index, ...path];

/** An error of a variant's own fields, as one of the request. */
export const errorOfVariant = (index: number, { path, ...error }: FieldError): FieldError => ({
  ...error,
  path: at(index, ...path),
});

/**
 * What is wrong with variants that are added to others: their number, options that are not those of all, a combination or
 * a SKU twice. `sku` is that of the product.
 */
export const variantSetErrors = (
  added: readonly VariantFields[],
  { others, sku }: Readonly<{ others: readonly Variant[]; sku: string | null }>,
): FieldError[] => [
  ...numberErrors(added.length, others.length),
  ...optionNameErrors(added, others),
  ...duplicates(
    added.map(({ options }) => Variant.optionsKey(options)),
    others.map(({ options }) => Variant.optionsKey(options)),
    { field: 'options', message: 'must be another combination than that of another variant' },
  ),
  ...duplicates(
    added.map((variant) => variant.sku ?? null),
    sku === null ? [] : [sku],
    { field: 'sku', message: 'must be another SKU than that of another product of the request' },
  ),
];

const numberErrors = (added: number, others: number): FieldError[] => {
  if (added + others <= MAX_VARIANTS) return [];
  const message = `must leave the product at most ${MAX_VARIANTS} variants: it has ${others}`;
  return [{ path: ['variants'], code: 'array.max', message }];
};

/** Each has the options of the first one, or those of a variant that the product has. */
const optionNameErrors = (added: readonly VariantFields[], others: readonly Variant[]): FieldError[] => {
  const first = added[0] === undefined ? [] : [added[0]];
  const known = others.length > 0 ? others : first;
  const keys = new Set(known.map(({ options }) => namesKey(options)));
  const names = Object.keys(known[0]?.options ?? {}).join(', ');
  return added.flatMap(({ options }, index) => {
    // without options each of them is refused on its own
    if (keys.has(namesKey(options)) || Object.keys(options).length === 0) return [];
    const message = `must have the options of the other variants: ${names}`;
    return [{ path: at(index, 'options'), code: 'object.keys', message }];
  });
};

const namesKey = (options: StringMap): string =>
  Variant.optionsKey(Object.fromEntries(Object.keys(options).map((name) => [name, ''])));

const duplicates = (
  keys: readonly (string | null)[],
  others: readonly string[],
  { field, message }: Readonly<{ field: string; message: string }>,
): FieldError[] => {
  const known = new Set(others);
  return keys.flatMap((key, index) => {
    if (key === null) return [];
    const isNew = !known.has(key);
    known.add(key);
    return isNew ? [] : [{ path: at(index, field), code: 'any.unique', message }];
  });
};

/** What is added to a stock, and why. */
export type StockChange = Readonly<{ delta: number; reason: string }>;

/** A patch of one of several variants that change together. */
export type VariantChange = MergePatch<VariantFields> &
  Readonly<{
    id: ProductId;
    /** Instead of `stock`: whatever is sold meanwhile counts. */
    stock_adjustment?: StockChange;
  }>;

/** The errors of SKUs that a row before has, or a product had before the change. */
export const skuErrors = (
  changes: readonly VariantChange[],
  ownerOf: (sku: string) => ProductId | undefined,
): FieldError[] => {
  const seen = new Set<string>();
  return changes.flatMap(({ id, sku }, index) => {
    if (sku === undefined || sku === null) return [];
    const isTaken = seen.has(sku) || (ownerOf(sku) ?? id) !== id;
    seen.add(sku);
    const message = 'is already used by another product';
    return isTaken ? [errorOfVariant(index, { path: ['sku'], code: 'any.unique', message })] : [];
  });
};

type StockPatch = Readonly<{ stock: number | null | undefined; adjustment: StockChange | undefined }>;

/**
 * The stock of a locked variant after its change; undefined without one.
 * @throws DomainError `validation_failed` for an adjustment that it cannot have.
 */
export const stockAfter = (
  { stock: before }: Product,
  { stock, adjustment }: StockPatch,
): number | null | undefined => {
  if (adjustment === undefined) return stock;
  const refuse = (path: readonly string[], code: string, message: string) => invalid([{ path, code, message }]);
  if (stock !== undefined) throw refuse(['stock_adjustment'], 'any.conflict', 'must be omitted where stock is given');
  if (before === null)
    throw refuse(['stock_adjustment'], 'any.only', 'must be omitted: the stock is not tracked, set stock first');
  const after = before + adjustment.delta;
  if (after < 0) throw refuse(['stock_adjustment', 'delta'], 'stock.insufficient', `must be at least ${-before}`);
  return after;
};
