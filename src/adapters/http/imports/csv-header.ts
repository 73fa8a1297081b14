import { isProductColumn } from '#core/catalog/product-columns.ts';
import { headerError } from '#core/imports/header-error.ts';
import type { ImportError } from '#core/imports/import.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { ARCHIVE } from './file-kind.ts';

const MAX_COLUMNS = 1_000;
const MAX_SHOWN = 60;
const MAX_ERRORS = 50;

/** Not in the name of a column, but in files that are no text. */
const BINARY = /(?![\t\n\r])\p{Cc}/u;

/**
 * The names of a file's columns.
 * @param cells The first record; undefined if there is none.
 * @param error Why there is none.
 * @throws DomainError `validation_failed` with every column that is repeated; an error's path is its line and its column.
 */
export const requireHeader = (
  cells: readonly string[] | undefined,
  error: ImportError | undefined,
): readonly string[] => {
  if (cells === undefined) {
    const { line, code, message } = error ?? {
      line: 1,
      code: 'csv.header',
      message: 'must be a header with the names of the columns',
    };
    throw headerError([{ path: [line], code, message }]);
  }
  if (cells.some((cell) => BINARY.test(cell)))
    throw headerError([{ path: [1], code: 'file.archive', message: ARCHIVE }]);
  if (cells.length > MAX_COLUMNS)
    throw headerError([
      { path: [1], code: 'csv.header', message: `has ${cells.length} columns: at most ${MAX_COLUMNS} are read` },
    ]);
  return cells.map((cell) => cell.trim());
};

/** Whether a file names its products by columns of an export. */
export const hasOwnKey = (header: readonly string[]): boolean => header.includes('id') || header.includes('sku');

/**
 * The columns of a file that has those of an export, null for others, which are left out.
 * @throws DomainError `validation_failed` with every column that is repeated.
 */
export const ownColumns = (header: readonly string[]): readonly (string | null)[] => {
  const errors = header.flatMap((column, index) => repetition(header, column, index));
  if (errors.length > 0) throw headerError(errors.slice(0, MAX_ERRORS));
  return header.map((column) => (isProductColumn(column) ? column : null));
};

const errorOf = (column: string, code: string, message: string): FieldError => ({
  path: [1, shorten(column)],
  code,
  message,
});

const shorten = (column: string): string => (column.length <= MAX_SHOWN ? column : `${column.slice(0, MAX_SHOWN)}…`);

const repetition = (columns: readonly string[], column: string, index: number): FieldError[] => {
  if (!isProductColumn(column)) return [];
  if (columns.indexOf(column) < index) return [errorOf(column, 'csv.duplicate', 'is a column already')];
  const [prefix] = column.split('.', 1);
  // `attributes` and `attributes.color` would write the same field twice
  if (prefix === column || !columns.includes(prefix ?? '')) return [];
  return [errorOf(column, 'csv.duplicate', `is in the column ${prefix} already: use one of them`)];
};
