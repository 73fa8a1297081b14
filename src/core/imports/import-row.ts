import type { ProductId } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { DomainError } from '#core/shared/domain-error.ts';
import type { MergePatch } from '#core/shared/merge-patch.ts';
import type { ImportError } from './import.ts';

/** The error of a row: its first, and a sentence about every other. */
export const importErrorOf = (
  line: number,
  { code, message, fieldErrors }: Pick<DomainError, 'code' | 'message' | 'fieldErrors'>,
): ImportError => {
  const [first, ...others] = fieldErrors;
  if (first === undefined) return { line, field: null, code, message };
  const sentences = others.map((other) => `${other.path.join('.')} ${other.message}`);
  return {
    line,
    field: first.path.join('.') || null,
    code: first.code,
    message: [first.message, ...sentences].join('; '),
  };
};

/**
 * The fields of a row. `id` or `sku` names the product; a product of a new SKU is created. Null resets a field to its
 * default, omitted fields stay. An unknown `id` is ignored beside `sku` or `slug`. `stock` sets the stock, `stock_delta` is added to it; `parent_sku` names the parent
 * of a variant.
 */
export type RowFields = MergePatch<ProductFields> &
  Readonly<{ id?: ProductId | null; parent_sku?: string | null; stock_delta?: number | null }>;

/**
 * What a reader finds in a file, in order: a valid row, an invalid one, or the place from which the file cannot be read
 * any further, which is the last. `text` identifies the row's content.
 */
export type ImportRow =
  | Readonly<{ kind: 'row'; line: number; text: string; fields: RowFields }>
  | Readonly<{ kind: 'invalid'; text: string; error: ImportError }>
  | Readonly<{ kind: 'unreadable'; error: ImportError }>;

/** A row with a content. */
export type ReadRow = Exclude<ImportRow, { kind: 'unreadable' }>;

/** A running digest of the rows of a file. Immutable. */
export type RowDigest = Readonly<{
  /** The digest after some more rows. */
  after(rows: readonly ReadRow[]): RowDigest;
  value(): string;
}>;
