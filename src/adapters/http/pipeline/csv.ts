/** Spreadsheets interpret such a beginning as a formula; an apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Phone numbers; at worst arithmetic, which calls no function and refers to no cell. */
const HARMLESS = /^\+[\d ().\-/]*$/;

const SPECIAL = /[",\r\n]/;

const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value ?? '') && !HARMLESS.test(value ?? '') ? `'${value}` : (value ?? '');
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A CSV line (RFC 4180); null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;
