import { stringify } from 'csv-stringify/sync';

/** Null is an empty cell. */
type Cell = string | number | null;

/** Spreadsheets interpret such a beginning as a formula; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Phone numbers; at worst arithmetic, which calls no function and refers to no cell. */
const HARMLESS = /^\+[\d ().\-/]*$/;

/** Texts that look guarded are guarded once more, so that a reader can remove exactly what was added. */
const NEEDS_GUARD = /^'*(?:[=+\-@\t\r\n]|$)/;
const GUARDED = /^'+(?:[=+\-@\t\r\n]|$)/;

/** A text as a cell from which `withoutGuard` restores it. An empty cell is no text; an apostrophe is an empty text. */
export const withGuard = (text: string): string => (NEEDS_GUARD.test(text) ? `'${text}` : text);

/** The text of a cell. */
export const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

const shownCell = (value: Cell): Cell =>
  typeof value === 'string' && FORMULA.test(value) && !HARMLESS.test(value) ? `'${value}` : value;

/** A CSV line (RFC 4180) that spreadsheets show and do not run. */
export const csvLine = (cells: readonly Cell[]): string => csvLines([cells.map(shownCell)]);

/** CSV lines (RFC 4180) of cells as they are. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows] as Cell[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
