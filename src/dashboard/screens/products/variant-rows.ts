import type { Schemas } from '../../api/request.ts';
import { language } from '../../text/language.ts';
import { moneyToText, numberToText, parseNumber } from '../../text/parse-number.ts';
import { t } from '../../text/text.ts';

type Product = Pick<Schemas['Product'], 'variants' | 'currency'>;
type Status = Schemas['Product']['status'];

/** An option with its values, in their order. The key stays when it is renamed. */
export type Option = Readonly<{ key: string; name: string; values: readonly string[] }>;

export const ROW_INPUTS = ['price', 'sku', 'stock'] as const;

export type RowInput = (typeof ROW_INPUTS)[number];

/** A variant as it was typed; one without an id is new. An empty price or status of a new one is that of the product. */
export type VariantRow = Readonly<Record<RowInput, string>> &
  Readonly<{
    id?: string;
    /** By the keys of the options. */
    values: Readonly<Record<string, string>>;
    status: Status | '';
  }>;

const toText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : numberToText(value, language.value);

export const rowsOf = ({ variants = [], currency }: Product): readonly VariantRow[] =>
  variants.map(({ id, options, price, sku, stock, status = 'active' }) => ({
    id,
    values: options,
    price: price === undefined ? '' : moneyToText(price, language.value, currency),
    sku: sku ?? '',
    stock: toText(stock),
    status,
  }));

/** The options of the variants of a product, with the values that they have. */
export const optionsOf = ({ variants = [] }: Pick<Product, 'variants'>): readonly Option[] => {
  const names = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  return [...names].map((name) => ({
    key: name,
    name,
    values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))],
  }));
};

/** Such as `M / blue`. */
export const rowName = ({ values }: Pick<VariantRow, 'values'>, options: readonly Option[]): string =>
  options.flatMap(({ key }) => values[key] ?? []).join(' / ');

const isComplete = ({ name, values }: Option): boolean => name.trim() !== '' && values.length > 0;

type Values = VariantRow['values'];

const combinationsOf = (options: readonly Option[]): readonly Values[] =>
  options.reduce<readonly Values[]>(
    (found, { key, values }, index) =>
      (index === 0 ? [{}] : found).flatMap((each) => values.map((value) => ({ ...each, [key]: value }))),
    [],
  );

/**
 * The rows after a change of the options. A new option has its first value in each row; combinations with new values are
 * added, and new rows with values that are gone are removed. Variants that exist stay.
 */
export const nextRows = (
  rows: readonly VariantRow[],
  before: readonly Option[],
  after: readonly Option[],
): readonly VariantRow[] => {
  const options = after.filter(isComplete);
  const former = new Map(before.filter(isComplete).map(({ key, values }) => [key, new Set(values)]));
  const keyOf = (values: Values): string => JSON.stringify(options.map(({ key }) => values[key] ?? null));
  const adapted = rows.map((row) => {
    const entries = options.map(({ key, values }) => [
      key,
      row.values[key] ?? (former.has(key) ? undefined : values[0]),
    ]);
    return { ...row, values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Values };
  });
  const combinations = combinationsOf(options);
  const places = new Map(combinations.map((values, index) => [keyOf(values), index]));
  const kept = new Map<string, VariantRow>();
  for (const row of adapted) {
    const key = keyOf(row.values);
    if (!kept.has(key) && (row.id !== undefined || places.has(key))) kept.set(key, row);
  }
  const isNew = (values: Values): boolean =>
    rows.length === 0 || Object.entries(values).some(([key, value]) => former.get(key)?.has(value) !== true);
  const added = combinations.filter((values) => !kept.has(keyOf(values)) && isNew(values));
  const place = ({ values }: VariantRow): number => places.get(keyOf(values)) ?? combinations.length;
  return [...kept.values(), ...added.map(newRow)].sort((a, b) => place(a) - place(b));
};

const newRow = (values: Values): VariantRow => ({ values, price: '', sku: '', stock: '', status: '' });

const toNumber = (text: string): number => parseNumber(text.trim(), language.value) as number;

const optionMap = ({ values }: VariantRow, options: readonly Option[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    options.flatMap(({ key, name }) => (values[key] === undefined ? [] : [[name.trim(), values[key]]])),
  );

/** A new variant as the API takes it; what is no number is sent as it is, so that the API says what would be right. */
export const newVariant = (row: VariantRow, options: readonly Option[]): Schemas['NewVariant'] => ({
  options: optionMap(row, options),
  ...(row.price.trim() !== '' && { price: toNumber(row.price) }),
  ...(row.sku.trim() !== '' && { sku: row.sku.trim() }),
  ...(row.stock.trim() !== '' && { stock: toNumber(row.stock) }),
  ...(row.status !== '' && { status: row.status }),
});

type Grid = Readonly<{ rows: readonly VariantRow[]; options: readonly Option[] }>;

/**
 * How a variant differs from how it was loaded; undefined for a new row, and for one that is as it was loaded. A stock is
 * changed by a difference, so that what is sold meanwhile counts.
 */
export const changeOf = (
  row: VariantRow,
  options: readonly Option[],
  loaded: Grid,
): Schemas['VariantChange'] | undefined => {
  const former = loaded.rows.find(({ id }) => id === row.id);
  if (row.id === undefined || former === undefined) return undefined;
  const [own, before] = [optionMap(row, options), optionMap(former, loaded.options)];
  const patch = {
    ...(JSON.stringify(own) !== JSON.stringify(before) && { options: own }),
    ...(row.price !== former.price && { price: toNumber(row.price) }),
    ...(row.sku !== former.sku && { sku: row.sku.trim() || null }),
    ...(row.status !== former.status && { status: row.status || null }),
    ...stockChange(row.stock.trim(), former.stock),
  };
  return Object.keys(patch).length === 0 ? undefined : { id: row.id, ...patch };
};

const stockChange = (stock: string, former: string): Partial<Schemas['VariantChange']> => {
  if (stock === former) return {};
  const delta = stock === '' || former === '' ? Number.NaN : toNumber(stock) - toNumber(former);
  if (Number.isNaN(delta)) return { stock: stock === '' ? null : toNumber(stock) };
  return delta === 0 ? {} : { stock_adjustment: { delta, reason: t().products.stockEdited } };
};
