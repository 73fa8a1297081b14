/** Programs that open a table take what begins like this for a formula; an apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Phone numbers: nothing in them can be called. */
const HARMLESS = /^\+[\d ().\-/]*$/;

const SPECIAL = /[",\r\n]/;

const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value ?? '') && !HARMLESS.test(value ?? '') ? `'${value}` : (value ?? '');
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line of a table (RFC 4180); null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
