import { isProductColumn, PRODUCT_FIELDS } from '#core/catalog/product-columns.ts';
import type { ImportError } from '#core/imports/import.ts';
import { DomainError, type FieldError } from '#core/shared/domain-error.ts';
import { suggestion } from '../request/suggestion.ts';

const NAMES = Object.keys(PRODUCT_FIELDS);
const MAX_SHOWN = 60;
const MAX_ERRORS = 50;
const MAX_SENTENCES = 5;

/**
 * The names of a file's columns.
 * @param cells The first record; undefined if there is none.
 * @param error Why there is none.
 * @throws DomainError `validation_failed` with every unknown, repeated or missing column; an error's path is its line and
 * its column.
 */
export const requireValidHeader = (
  cells: readonly string[] | undefined,
  error: ImportError | undefined,
): readonly string[] => {
  if (cells === undefined) {
    const { line, code, message } = error ?? {
      line: 1,
      code: 'csv.header',
      message: 'must be a header with the names of the columns',
    };
    throw rejected([{ path: [line], code, message }]);
  }
  const columns = cells.map((cell) => cell.trim());
  const errors = columns.flatMap((column, index) => columnError(columns, column, index));
  const hasKeyColumn = columns.includes('id') || columns.includes('sku');
  if (!hasKeyColumn) errors.push(errorOf('sku', 'any.required', 'is missing: a file needs the column sku or id'));
  if (errors.length > 0) throw rejected(errors.slice(0, MAX_ERRORS));
  return columns;
};

const errorOf = (column: string, code: string, message: string): FieldError => ({
  path: [1, shorten(column)],
  code,
  message,
});

const shorten = (column: string): string => (column.length <= MAX_SHOWN ? column : `${column.slice(0, MAX_SHOWN)}…`);

const columnError = (columns: readonly string[], column: string, index: number): FieldError[] => {
  if (column === '') return [errorOf(`column ${index + 1}`, 'csv.header', 'needs a name')];
  if (columns.indexOf(column) < index) return [errorOf(column, 'csv.duplicate', 'is a column already')];
  const [prefix] = column.split('.', 1);
  // `attributes` and `attributes.color` would write the same field twice
  if (prefix !== column && columns.includes(prefix ?? '')) {
    return [errorOf(column, 'csv.duplicate', `is in the column ${prefix} already: use one of them`)];
  }
  if (isProductColumn(column)) return [];
  const separator = /[;\t]/.test(column) ? '; separate columns by commas' : '';
  const meant = suggestion(column, NAMES);
  return [
    errorOf(
      column,
      'csv.unknown',
      `is not a known column${meant === undefined ? separator : `; did you mean ${meant}?`}`,
    ),
  ];
};

const rejected = (fieldErrors: readonly FieldError[]): DomainError => {
  const sentences = fieldErrors.map(
    ({ path: [line, column], message }) => `line ${line}: ${[column, message].filter(Boolean).join(' ')}`,
  );
  return new DomainError('invalid', 'validation_failed', sentences.slice(0, MAX_SENTENCES).join('; '), { fieldErrors });
};
