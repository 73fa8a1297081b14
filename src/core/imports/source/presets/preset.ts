import { addressesIn } from '../images.ts';
import type { DecimalMark } from '../numbers.ts';
import { type Cells, keyOf, type Options, rowError, type SourceItem, type SourceRow } from '../source-row.ts';

/** The files of a kind of shop: how they are recognised, what their columns give, and how their rows are read. */
export type Preset = Readonly<{
  /** Columns of which a file of this kind has all, a list for each version; their names as `headerKey` makes them. */
  recognisedBy: readonly (readonly string[])[];
  /** The field that a column gives, by `headerKey` of its name. */
  columns: Readonly<Record<string, string>>;
  /** The fields of columns whose names vary; `$1` in a field is the first group. */
  patterns?: readonly (readonly [pattern: RegExp, field: string])[];
  /** The mark before decimals, if files of this kind always have the same. */
  decimal?: DecimalMark;
  /** Whether the SKU names the product: a second row with it is a mistake. */
  isNamedBySku?: true;
  /** Why a file of this kind is read only if the preset is said. */
  mustBeSaid?: string;
  /** Begins a file. `fields`: those that its columns give. */
  open?: (fields: ReadonlySet<string>) => Translate;
}>;

/** Reads a row by the conventions of its shop; undefined for one that describes nothing. */
export type Translate = (row: SourceRow) => SourceItem | undefined;

/** The fields of columns by their names in a file. */
export const byHeader = (names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([field, columns]) => columns.map((name) => [headerKey(name), field])),
  );

/** By what names of columns are compared: neither case nor punctuation makes a difference. */
export const headerKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MAX_OPTION = 10;

/** The options of a row: `option1_name` with `option1_value` and so on, and `options.<name>`. */
export const optionsOf = (cells: Cells): Options => {
  const options: Record<string, string> = {};
  for (let number = 1; number <= MAX_OPTION; number += 1) {
    const name = cells[`option${number}_name`];
    const value = cells[`option${number}_value`];
    if (name !== undefined && value !== undefined) options[name.trim()] = value.trim();
  }
  for (const [field, value] of Object.entries(cells)) {
    if (field.startsWith('options.')) options[field.slice('options.'.length)] = value.trim();
  }
  return options;
};

/** An id of the former shop, which may be the SKU of another product. */
const idKey = (id: string): string => `id:${keyOf(id)}`;

/** The keys of a product that a row names by its SKU or its id. */
const parentKeys = (parent: string): string[] => [keyOf(parent), idKey(parent)];

/** The keys by which other rows may name the product of a row. */
export const productKeys = ({ cells, line }: SourceRow): string[] => {
  const { sku, source_id: id } = cells;
  const known = [...(sku === undefined ? [] : [keyOf(sku)]), ...(id === undefined ? [] : [idKey(id)])];
  return known.length > 0 ? known : [`line ${line}`];
};

/** The part of a row of a group that has images only. */
const isOfImages = ({ images, sku, price, ...cells }: Cells): boolean =>
  images !== undefined &&
  sku === undefined &&
  price === undefined &&
  !Object.keys(cells).some((field) => /^option\d+_value$|^options\.|^name$/.test(field));

/** Reads a row whose cells follow no shop's conventions. */
export const translate = (
  row: SourceRow,
  cells: Cells = row.cells,
  options: Options = optionsOf(cells),
): SourceItem => {
  const { group, parent } = cells;
  if (parent !== undefined) return { ...row, cells, role: 'variant', keys: parentKeys(parent), options };
  if (group === undefined) return { ...row, cells, role: 'product', keys: productKeys({ ...row, cells }), options };
  return { ...row, cells, role: isOfImages(cells) ? 'images' : 'both', keys: [keyOf(group)], options };
};

/** A row that lacks what names its product. */
export const unnamed = (row: SourceRow, cells: Cells, what: string): SourceItem => ({
  ...row,
  cells,
  errors: [...row.errors, rowError(what, 'is required: it names the product')],
  role: 'product',
  keys: [`line ${row.line}`],
  options: {},
});

/** With the cells that are not empty. */
export const withCells = (cells: Cells, others: Readonly<Record<string, string | undefined>>): Cells =>
  Object.fromEntries(
    Object.entries({ ...cells, ...others }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );

/** The names of a product's options, which only its first row may have. */
export const rememberedNames = () => {
  let [group, names]: [string, Cells] = ['', {}];
  const former = new Map<string, Cells>();
  return (cells: Cells): Cells => {
    const key = keyOf(cells['group'] ?? '');
    const own = Object.fromEntries(Object.entries(cells).filter(([field]) => /^option\d+_name$/.test(field)));
    if (key !== group) [group, names] = [key, former.get(key) ?? {}];
    if (Object.keys(own).length > 0) names = { ...names, ...own };
    former.delete(key);
    former.set(key, names);
    const [oldest] = former.keys();
    if (former.size > MAX_REMEMBERED && oldest !== undefined) former.delete(oldest);
    return { ...names, ...cells };
  };
};

const MAX_REMEMBERED = 20_000;

/** The addresses of images in a cell that may have several. */
export const imageLines = (cell: string | undefined): string | undefined =>
  cell === undefined ? undefined : lines(addressesIn(cell));

/** Lists in a cell are separated by line breaks from here on. */
export const lines = (items: readonly string[]): string | undefined =>
  items
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join('\n') || undefined;
