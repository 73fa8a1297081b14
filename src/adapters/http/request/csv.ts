import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';

export const CSV = 'text/csv';

/** Null is an empty cell. */
export type Cell = string | number | null;

/** A table, and the name of its file. */
export type Table = Readonly<{ name: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] }>;

/** Spreadsheets interpret such a beginning as a formula, some also in full width; an apostrophe makes it text. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Phone numbers; at worst arithmetic, which calls no function and refers to no cell. */
const HARMLESS = /^\+[\d ().\-/]*$/;

/** Texts that look guarded are guarded once more, so that a reader can remove exactly what was added. */
const NEEDS_GUARD = /^'*(?:[=+\-@＝＋－＠\t\r\n]|$)/;
const GUARDED = /^'+(?:[=+\-@＝＋－＠\t\r\n]|$)/;

/** A text as a cell from which `withoutGuard` restores it. An empty cell is no text; an apostrophe is an empty text. */
export const withGuard = (text: string): string => (NEEDS_GUARD.test(text) ? `'${text}` : text);

/** The text of a cell. */
export const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

const shownCell = (value: Cell): Cell =>
  typeof value === 'string' && FORMULA.test(value) && !HARMLESS.test(value) ? `'${value}` : value;

/** A CSV line (RFC 4180) that spreadsheets show and do not run. */
export const csvLine = (cells: readonly Cell[]): string => csvLines([cells.map(shownCell)]);

/** How many lines are written before other requests have their turn: 10,000 long ones take 0.4 seconds. */
const LINES_PER_TURN = 500;

/** A table as such lines with a header, in parts. */
export const csvTable = async ({ columns, rows }: Table): Promise<readonly string[]> => {
  const parts = [csvLine(columns)];
  for (let first = 0; first < rows.length; first += LINES_PER_TURN) {
    const some = rows.slice(first, first + LINES_PER_TURN);
    parts.push(csvLines(some.map((cells) => cells.map(shownCell))));
    await setImmediate();
  }
  return parts;
};

/** CSV lines (RFC 4180) of cells as they are. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows] as Cell[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
