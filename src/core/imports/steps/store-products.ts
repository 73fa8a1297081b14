import type { CatalogTx } from '#core/catalog/ports.ts';
import { MAX_QUANTITY, type Product, type ProductId } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { openProductBatch, type ProductBatch } from '#core/catalog/steps/product-batch.ts';
import { patchedFields, storeProduct } from '#core/catalog/steps/store-product.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { type DomainError, type FieldError, invalid } from '#core/shared/domain-error.ts';
import { mergePatch } from '#core/shared/merge-patch.ts';
import { type FileRow, importErrorOf, type RowFields, type ValidRow } from '../import-row.ts';
import {
  isOfRow,
  type RowOutcome,
  type RowsToStore,
  type StoreDeps,
  type StoredRows,
  storeInOrder,
} from '../import-target.ts';
import type { ImportsTx } from '../ports.ts';
import { makeCategoryOf } from './category-of-row.ts';
import { displaceSlug } from './displace-slug.ts';
import { openRowImages, type RowImages } from './row-images.ts';

/**
 * The stock after `stock_delta`, or undefined without one. A new product starts at zero.
 * @throws DomainError `validation_failed`.
 */
const stockAfter = (
  current: Product | undefined,
  stock: number | null | undefined,
  delta: number | null | undefined,
): number | undefined => {
  if (delta == null) return undefined;
  if (stock != null) throw deltaError('any.conflict', 'must be empty where stock is set');
  const before = current === undefined ? 0 : current.stock;
  if (before === null) throw deltaError('any.untracked', 'needs a tracked stock: set stock first');
  const after = before + delta;
  if (after < 0) throw deltaError('number.min', `must be at least ${-before}: the stock is ${before}`);
  if (after > MAX_QUANTITY) throw deltaError('number.max', `must be at most ${MAX_QUANTITY - before}`);
  return after;
};

const deltaError = (code: string, message: string) => invalid([{ path: ['stock_delta'], code, message }]);

/** `products`: those that were written. */
type StoredProducts = StoredRows & Readonly<{ products: readonly Product[] }>;

/** The storage writes some rows while the next ones are processed. */
const ROWS_PER_WRITE = 100;

/**
 * Creates and changes the products of rows in order, each as its own request would, and writes them together. An
 * unchanged product is not written.
 */
export const storeProducts = async (
  tx: ImportsTx,
  deps: StoreDeps,
  { rows, onError }: RowsToStore<RowFields>,
): Promise<StoredProducts> => {
  const batch = await openProductBatch(tx, deps.actor, fieldsOfRows(rows));
  const images = await openRowImages(tx, batch, rows);
  const resolve = makeResolve(batch, deps);
  const stored = await storeInOrder({ rows, onError }, async (row, index) => {
    if (index % ROWS_PER_WRITE === 0) await batch.write();
    return { outcome: await storeRow(batch, { ...deps, resolve, images }, row) };
  });
  await batch.write();
  const fetches = await images.write({ importId: deps.importId, at: deps.systemClock.now() });
  return { ...stored, images: fetches, products: batch.written() };
};

/** The fields of the valid rows. */
export const fieldsOfRows = (rows: readonly FileRow<RowFields>[]): RowFields[] =>
  rows.flatMap((row) => (row.kind === 'row' ? [row.fields] : []));

type RowDeps = StoreDeps & Readonly<{ resolve: (row: RowFields) => Promise<RowFields>; images: RowImages }>;

/** Replaces the path of a category by its id, and prices by the one that the shop takes. */
const makeResolve = (batch: ProductBatch, deps: StoreDeps) => {
  const categoryOf = makeCategoryOf(batch, deps);
  return async ({ prices, ...fields }: RowFields): Promise<RowFields> =>
    categoryOf(prices === undefined ? fields : { ...fields, ...(await priceIn(batch.tx, prices)) });
};

/** One without a price keeps that of the product. */
const priceIn = async (
  tx: CatalogTx,
  prices: Readonly<Record<string, number | null>>,
): Promise<Pick<RowFields, 'price' | 'currency'>> => {
  const { currency } = await tx.shopRules.read();
  const [name, price] = Object.entries(prices).find(([each]) => each === currency) ?? Object.entries(prices)[0] ?? [];
  return price == null || name === undefined ? {} : { price, currency: name };
};

const storeRow = async (batch: ProductBatch, deps: RowDeps, row: FileRow<RowFields>): Promise<RowOutcome> => {
  if (row.kind === 'invalid') return row.error;
  try {
    const outcome = await storeFields(batch, deps, row);
    batch.endRow(true);
    return outcome;
  } catch (error) {
    if (!isOfRow(error)) throw error;
    batch.endRow(false);
    return importErrorOf(row.line, error);
  }
};

const storeFields = async (
  batch: ProductBatch,
  deps: RowDeps,
  { fields: row, defaults, line }: ValidRow<RowFields>,
): Promise<RowOutcome> => {
  const current = findProduct(batch, row);
  const resolved = deps.images.resolve(current, await deps.resolve(row));
  const fields = fieldsOf(batch, current, resolved, defaults);
  await displaceSlug(batch, deps, { current, row });
  if (current === undefined) {
    const created = await makeCreateProduct(deps)(deps.actor, fields)(batch.tx);
    deps.images.note(created.id, row, line);
    return 'created';
  }
  const after = await storeProduct(batch.tx, deps, current, fields);
  deps.images.note(current.id, row, line);
  return after === current ? 'unchanged' : 'updated';
};

const reject = (field: string, code: string, message: string): DomainError =>
  invalid([{ path: [field], code, message }]);

/** The product that a row names, or undefined for a new one. */
const findProduct = (batch: ProductBatch, { id, sku, slug }: RowFields): Product | undefined => {
  const ofSku = sku == null ? undefined : batch.bySku(sku);
  if (id == null && sku == null) throw reject('sku', 'any.required', 'is required, or the id of an existing product');
  if (id == null) return ofSku;
  const ofId = batch.byId(id);
  // a file of another shop contains the ids of that shop
  if (ofId === undefined && (sku != null || slug != null)) return ofSku;
  if (ofId === undefined) throw reject('id', 'any.unknown', 'must be the id of an existing product');
  if (ofSku !== undefined && ofSku !== ofId) throw reject('sku', 'any.unique', 'is already used by another product');
  return ofId;
};

const REQUIRED = ['name', 'price'] as const;

/** All fields of the product after the row. */
const fieldsOf = (
  batch: ProductBatch,
  current: Product | undefined,
  row: RowFields,
  defaults: Partial<ProductFields> = {},
): ProductFields => {
  const { id: _id, stock_delta: delta, parent_sku: parentSku, parent_slug: parentSlug, ...named } = row;
  const own = parentSlug == null ? named : { ...named, parent_id: parentOfSlug(batch, named.parent_id, parentSlug) };
  const patch = parentSku === undefined ? own : { ...own, parent_id: parentOf(batch, own.parent_id, parentSku) };
  const fields: Partial<ProductFields> =
    current === undefined
      ? mergePatch({ ...nameOfParent(batch, patch), ...defaults }, patch)
      : patchedFields(current, patch);
  const missing = REQUIRED.filter((name) => fields[name] === undefined);
  const errors = missing.map((name): FieldError => ({ path: [name], code: 'any.required', message: 'is required' }));
  if (errors.length > 0) throw invalid(errors);
  return { ...(fields as ProductFields), stock: stockAfter(current, row.stock, delta) ?? fields.stock ?? null };
};

/** A new variant without a name has that of its parent. */
const nameOfParent = (batch: ProductBatch, { parent_id: id }: RowFields): Partial<ProductFields> => {
  const parent = id == null ? undefined : batch.byId(id);
  return parent === undefined ? {} : { name: parent.name };
};

/** The parent that `parent_sku` names; an empty one leaves it to `parent_id`. */
const parentOf = (
  batch: ProductBatch,
  parentId: ProductId | null | undefined,
  parentSku: string | null,
): ProductId | null => {
  if (parentSku === null) return parentId ?? null;
  const parent = batch.bySku(parentSku);
  if (parent === undefined)
    throw reject('parent_sku', 'any.exists', 'must be the SKU of an existing product or of an earlier row');
  if (parentId != null && parentId !== parent.id && batch.byId(parentId) !== undefined)
    throw reject('parent_sku', 'any.only', 'must be the SKU of the product in parent_id');
  return parent.id;
};

/** The parent in `parent_id`, or, if that is not known, the one that `parent_slug` names. */
const parentOfSlug = (batch: ProductBatch, parentId: ProductId | null | undefined, slug: string): ProductId => {
  const parent = (parentId == null ? undefined : batch.byId(parentId)) ?? batch.bySlug(slug);
  if (parent === undefined)
    throw reject('parent_slug', 'any.exists', 'must be the slug of an existing product or of an earlier row');
  return parent.id;
};
