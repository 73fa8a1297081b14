import { MAX_DESCRIPTION_HTML } from '#core/catalog/safe-html.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { FieldSet, SourceColumn } from './columns.ts';
import { type Cells, rowError, type SourceRow } from './source-row.ts';

/** Bounds the time that a cell takes. An image has an address of 2,048 characters at most. */
const MAX_CELL = 10_000;
const MAX_CELLS: Readonly<Record<string, number>> = {
  images: 50_000,
  variant_images: 50_000,
  description: MAX_DESCRIPTION_HTML,
  description_html: MAX_DESCRIPTION_HTML,
};

/** A row with a longer cell is rejected, and the cell is not looked at. */
export const boundedCells = (columns: readonly SourceColumn[], cells: Cells): Omit<SourceRow, 'line'> => {
  const limitOf = (field: string): number => MAX_CELLS[field] ?? MAX_CELL;
  const errorsOfNul = Object.entries(cells).flatMap(([field, cell]) =>
    cell.includes('\u0000') ? [nulError(field)] : [],
  );
  const long = Object.entries(cells).filter(([field, cell]) => cell.length > limitOf(field));
  if (long.length === 0) return { cells, errors: errorsOfNul };
  const kept = Object.entries(cells).filter(([field, cell]) => cell.length <= limitOf(field));
  const errors = long.map(([field, cell]) =>
    rowError(
      columns.find((each) => each.field === field)?.column ?? field,
      `must have at most ${limitOf(field)} characters, not ${cell.length}`,
    ),
  );
  return { cells: Object.fromEntries(kept), errors: [...errors, ...errorsOfNul] };
};

const nulError = (field: string): FieldError => ({
  path: [field],
  code: 'json.nul',
  message: 'contains U+0000, which cannot be stored',
});

/** What a row has beyond its columns: a cell has a separator and no quotes, and those after it are shifted. */
export const surplusErrors = (columns: readonly SourceColumn[], cells: readonly string[]): FieldError[] => {
  if (cells.slice(columns.length).every((cell) => cell.trim() === '')) return [];
  const message = `has ${cells.length} cells where the header has ${columns.length} columns`;
  return [{ path: [], code: 'csv.cells', message }];
};

/** Cells by their fields, without empty ones; several of one field are separated by line breaks. */
export const namedCells = (
  columns: readonly SourceColumn[],
  cells: readonly string[],
  { lists }: Pick<FieldSet, 'lists'>,
): Readonly<Record<string, string>> => {
  const named: Record<string, string> = {};
  for (const [index, { field }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (field === null || cell.trim() === '') continue;
    const former = named[field];
    if (former === undefined || lists.has(field)) named[field] = former === undefined ? cell : `${former}\n${cell}`;
  }
  return named;
};
