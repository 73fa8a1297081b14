import type { Audited, AuditedFields } from '#core/audit/audited-fields.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { InheritableField } from './product-fields.ts';
import type { ProductView } from './product-view.ts';

// What files of products and the audit log contain of each field of a product, described here once.

type Cell = string | number | null;

/** What the cells of a column contain. */
type ColumnKind = Readonly<{
  /** The value of a cell that is not empty, or why it has none. Absent: an import ignores the column. */
  parse?: (cell: string, format: CellFormat) => unknown;
  /** The cell of a value. Absent: an export omits the column. */
  write?: (value: never) => Cell;
}>;

type AuditedField = Exclude<keyof AuditedFields<ProductView>, 'version'>;

type CellError = Omit<FieldError, 'path'>;

/** How a file writes values into cells. */
export type CellFormat = Readonly<{
  /** The text in a cell. */
  text: (cell: string) => string;
  /** The value of strict JSON; undefined if it is not. */
  json: (text: string) => unknown;
  /** The number of a file that may write numbers as other countries do. Absent: with a point, and without other marks. */
  number?: (cell: string) => number | 'ambiguous' | 'invalid';
}>;

/** Why a cell has no value. */
class InvalidCell {
  readonly error: CellError;

  constructor(code: string, message: string) {
    this.error = { code, message };
  }
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const WHOLE_NUMBER = /^-?\d{1,15}$/;

const withoutTrailingZeros = (decimal: string): string => decimal.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.?0+$/, '');

const parseDecimal = (cell: string, { number }: CellFormat): number | InvalidCell => {
  const read = number?.(cell) ?? 'invalid';
  if (typeof read === 'number') return read;
  if (read === 'ambiguous')
    return new InvalidCell(
      'number.ambiguous',
      `may be ${cell.replace(/[.,]/, '')} or ${cell.replace(',', '.')}: say which mark is before the decimals`,
    );
  if (!DECIMAL.test(cell))
    return new InvalidCell('number.base', 'must be a number in digits with a point, such as 19.99');
  const value = Number(cell);
  // a double keeps fewer digits than a cell
  const isExact = !cell.includes('.') || withoutTrailingZeros(cell) === String(value);
  return isExact ? value : new InvalidCell('number.precision', 'has too many digits');
};

const parseWholeNumber = (cell: string): number | InvalidCell =>
  WHOLE_NUMBER.test(cell)
    ? Number(cell)
    : new InvalidCell('number.integer', 'must be a whole number in digits, such as 12');

const parseText = (cell: string, { text }: CellFormat): string | InvalidCell =>
  cell.includes('\u0000') ? new InvalidCell('json.nul', 'contains U+0000, which cannot be stored') : text(cell);

const parseMap = (cell: string, { json }: CellFormat): unknown =>
  json(cell) ?? new InvalidCell('object.base', 'must be a JSON object such as {"colour": "blue"}');

const text = { parse: parseText, write: (value: string | null = null) => value } satisfies ColumnKind;
const decimal = { parse: parseDecimal, write: (value: number | null) => value } satisfies ColumnKind;
const wholeNumber = { parse: parseWholeNumber, write: (value: number | null) => value } satisfies ColumnKind;
/** URLs contain no spaces. */
const urls = {
  parse: (cell) => cell.split(/\s+/).filter((url) => url !== ''),
  write: (value: readonly string[]) => value.join(' '),
} satisfies ColumnKind;
/** A tag contains no comma. */
const tags = {
  parse: (cell, format) => {
    const parsed = parseText(cell, format);
    if (parsed instanceof InvalidCell) return parsed;
    return parsed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  },
  write: (value: readonly string[]) => value.join(', '),
} satisfies ColumnKind;
const map = {
  parse: parseMap,
  write: (value: Readonly<Record<string, string>>) => (Object.keys(value).length === 0 ? null : JSON.stringify(value)),
} satisfies ColumnKind;
/** A JSON array such as the example. */
const listLike = (example: string) => ({
  parse: (cell: string, { json }: CellFormat): unknown => {
    const parsed = json(cell);
    return Array.isArray(parsed) ? parsed : new InvalidCell('array.base', `must be a JSON array such as ${example}`);
  },
});
const list = listLike('[{"url": "https://…"}]');
const path = {
  ...listLike('["Men", "Shirts"]'),
  write: (value?: readonly string[]) => (value === undefined ? null : JSON.stringify(value)),
} satisfies ColumnKind;
const readOnly = { write: (value: string | number | boolean) => String(value) } satisfies ColumnKind;

/** Each field with its column, in the order of an export. */
export const PRODUCT_FIELDS = {
  id: { cells: text },
  sku: { cells: text, audited: 'shown' },
  name: { cells: text, audited: 'shown' },
  slug: { cells: text, audited: 'shown' },
  price: { cells: decimal, audited: 'shown' },
  compare_at_price: { cells: decimal, audited: 'shown' },
  cost: { cells: decimal, audited: 'shown' },
  currency: { cells: text, audited: 'shown' },
  description: { cells: text, audited: 'personal' },
  description_html: { cells: text, audited: 'personal' },
  category: { cells: text, audited: 'shown' },
  category_id: { cells: text, audited: 'shown' },
  category_path: { cells: path },
  vendor: { cells: text, audited: 'shown' },
  barcode: { cells: text, audited: 'shown' },
  tax_category: { cells: text, audited: 'shown' },
  withdrawal_exemption: { cells: text, audited: 'shown' },
  status: { cells: text, audited: 'shown' },
  stock: { cells: wholeNumber, audited: 'shown' },
  stock_delta: { cells: { parse: parseWholeNumber } },
  low_stock_threshold: { cells: wholeNumber, audited: 'shown' },
  weight: { cells: decimal, audited: 'shown' },
  weight_unit: { cells: text, audited: 'shown' },
  images: { cells: urls, audited: 'personal' },
  image_alts: { cells: map },
  media: { cells: list, audited: 'personal' },
  tags: { cells: tags, audited: 'shown' },
  attributes: { cells: map, audited: 'personal' },
  metadata: { cells: map, audited: 'personal' },
  seo_title: { cells: text, audited: 'shown' },
  seo_description: { cells: text, audited: 'personal' },
  parent_id: { cells: text, audited: 'shown' },
  parent_sku: { cells: text },
  parent_slug: { cells: text },
  options: { cells: map, audited: 'shown' },
  available: { cells: readOnly, audited: 'omitted' },
  inherited: { cells: {}, audited: 'shown' },
  object: { cells: {} },
  variants: { cells: {}, audited: 'omitted' },
  price_min: { cells: {}, audited: 'omitted' },
  price_max: { cells: {}, audited: 'omitted' },
  lowest_price_30d: { cells: {}, audited: 'omitted' },
  version: { cells: readOnly },
  created_at: { cells: readOnly },
  updated_at: { cells: readOnly },
} as const satisfies Readonly<
  Record<keyof ProductView | keyof NamedElsewhere | 'stock_delta' | 'image_alts', { cells: ColumnKind }> &
    Record<AuditedField, { audited: Audited }>
>;

const COLUMNS: Readonly<Record<string, ColumnKind>> = Object.fromEntries(
  Object.entries(PRODUCT_FIELDS).map(([name, { cells }]) => [name, cells]),
);

/** The fields of a product that an import ignores, so that it accepts what an export contains. */
export const IGNORED_FIELDS: ReadonlySet<string> = new Set(
  Object.entries(COLUMNS).flatMap(([name, { parse }]) => (parse === undefined ? [name] : [])),
);

/** The columns whose cells are JSON objects; `<name>.<key>` is the column of one key. */
const MAP_COLUMNS = Object.entries(COLUMNS).flatMap(([name, kind]) => (kind === map ? [name] : []));

/** The map and the key of a column such as `attributes.colour`. */
const keyOfColumn = (column: string): readonly [map: string, key: string] | undefined => {
  const name = MAP_COLUMNS.find((each) => column.startsWith(`${each}.`));
  const key = name === undefined ? '' : column.slice(name.length + 1);
  return name === undefined || key === '' || key === '__proto__' ? undefined : [name, key];
};

/** Whether an import knows a column. */
export const isProductColumn = (column: string): boolean =>
  Object.hasOwn(COLUMNS, column) || keyOfColumn(column) !== undefined;

const exported = Object.entries(COLUMNS).flatMap(([name, { write }]) => (write === undefined ? [] : [{ name, write }]));

/** The names of an export's columns. */
export const EXPORTED_COLUMNS: readonly string[] = exported.map(({ name }) => name);

/** Whether a column contains text, which a spreadsheet may take for a formula. */
export const isTextColumn = (column: string): boolean => COLUMNS[column] === text || COLUMNS[column] === tags;

type OwnValues = { readonly [Name in 'status' | 'weight_unit']: ProductView[Name] | null };

/** What names the parent of a variant and the category in every shop; the slug of a parent without a SKU. */
type NamedElsewhere = Readonly<{ parent_sku?: string; parent_slug?: string; category_path?: readonly string[] }>;

/** A product in an export, with its own values only. */
export type ExportedProduct = Omit<ProductView, keyof OwnValues | 'inherited'> & OwnValues & NamedElsewhere;

const OF_NONE = {
  category_id: { category_id: null, category: null },
  tax_category: { tax_category: null },
  withdrawal_exemption: { withdrawal_exemption: null },
  status: { status: null },
  weight: { weight: null, weight_unit: null },
  images: { images: [], media: [] },
} as const satisfies Readonly<Record<InheritableField, Partial<ExportedProduct>>>;

/** A product as an import needs it: a variant without what it has from its parent. */
export const exportedProduct = ({ inherited = [], ...product }: ProductView): ExportedProduct =>
  Object.assign({ ...product }, ...inherited.map((field) => OF_NONE[field]));

/** The cells of a product, in the order of `EXPORTED_COLUMNS`. */
export const cellsOf = (product: ExportedProduct): Cell[] => {
  const alts = product.media.flatMap(({ url, alt }) => (alt === null ? [] : [[url, alt]]));
  const values = { ...product, image_alts: Object.fromEntries(alts) };
  return exported.map(({ name, write }) => write(values[name as keyof typeof values] as never));
};

type Row = Readonly<{ fields: Readonly<Record<string, unknown>>; errors: readonly FieldError[] }>;

/** The fields of a row of cells under their columns; an empty cell resets its field. */
export const fieldsOfCells = (columns: readonly string[], cells: readonly string[], format: CellFormat): Row => {
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [index, column] of columns.entries()) {
    const parsed = parseCell(column, cells[index] ?? '', format);
    if (parsed === undefined) continue;
    const [name, key] = keyOfColumn(column) ?? [column];
    if (parsed instanceof InvalidCell) errors.push({ path: key === undefined ? [name] : [name, key], ...parsed.error });
    else fields[name] = key === undefined ? parsed : { ...(fields[name] as object | undefined), [key]: parsed };
  }
  return { fields, errors };
};

/** Undefined for a column that is ignored, null for an empty cell. */
const parseCell = (column: string, cell: string, format: CellFormat): unknown => {
  const parse = keyOfColumn(column) === undefined ? COLUMNS[column]?.parse : text.parse;
  if (parse === undefined) return undefined;
  return cell === '' ? null : parse(cell, format);
};
