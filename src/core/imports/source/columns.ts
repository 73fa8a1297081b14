import { isProductColumn } from '#core/catalog/product-columns.ts';
import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { headerError } from '../header-error.ts';
import type { Mapping } from './mapping.ts';
import type { DecimalMark } from './numbers.ts';
import { PRESET_NAMES, type PresetName } from './preset-names.ts';
import { headerKey, type Preset } from './presets/preset.ts';
import { PRESETS } from './presets/presets.ts';
import { SOURCE_FIELDS } from './source-row.ts';

/** A column of a file, and the field that it gives. */
export type SourceColumn = Readonly<{ column: string; field: string | null }>;

/** What is said of a file besides what it shows itself. */
export type SourceChoices = Readonly<{
  preset?: PresetName | undefined;
  mapping?: Mapping | undefined;
  /** The mark before the decimals of numbers that may have either. */
  decimal?: DecimalMark | undefined;
  /** Of weights whose file does not say it. */
  weightUnit?: WeightUnit | undefined;
  /** What addresses of images follow that are no whole ones. */
  imageBase?: string | undefined;
}>;

/** The kind of shop that a file's columns are typical of. */
export const presetOf = (header: readonly string[]): PresetName => {
  const keys = new Set(header.map(headerKey));
  const found = PRESET_NAMES.find((name) =>
    PRESETS[name].recognisedBy.some((typical) => typical.every((key) => keys.has(key) || hasLanguage(keys, key))),
  );
  return found ?? 'generic';
};

/** `optionGroups:en` is a column of `optionGroups`. */
const hasLanguage = (keys: ReadonlySet<string>, key: string): boolean =>
  [...keys].some((each) => each.startsWith(`${key} `) && /^[a-z]{2}$/.test(each.slice(key.length + 1)));

/** Fields whose columns are lists: several columns may give them. */
const LISTS: ReadonlySet<string> = new Set([
  'images',
  'variant_images',
  'tags',
  'category',
  'barcode',
  'sale_dates',
  'for_sale',
]);

export const isList = (field: string): boolean => LISTS.has(field);

/**
 * Which field each column of a file gives, by its preset and by what was chosen otherwise.
 * @throws DomainError `validation_failed` for a mapping of unknown columns or fields, or of two columns to one field, and
 * for a file without a column that names its products.
 */
export const columnsOf = (
  header: readonly string[],
  preset: Preset,
  mapping: Mapping = {},
): readonly SourceColumn[] => {
  const errors = Object.entries(mapping).flatMap(([column, field]) => mappingErrors(header, column, field));
  if (errors.length > 0) throw invalid(errors);
  const taken = new Set(Object.values(mapping));
  const columns = header.map((column): SourceColumn => {
    const chosen = mapping[column];
    if (chosen !== undefined) return { column, field: chosen };
    const field = fieldOf(preset, column);
    if (field === null || (taken.has(field) && !LISTS.has(field))) return { column, field: null };
    taken.add(field);
    return { column, field };
  });
  requireSingleFields(mapping);
  requireNames(columns);
  return columns;
};

const fieldOf = ({ columns, patterns = [] }: Preset, column: string): string | null => {
  const key = headerKey(column);
  if (key !== '' && Object.hasOwn(columns, key)) return columns[key] ?? null;
  for (const [pattern, field] of patterns) {
    const match = pattern.exec(key);
    if (match !== null) return field.replaceAll(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '');
  }
  return isProductColumn(column) ? column : null;
};

/** Whether a mapping may name a field. */
const isField = (field: string): boolean =>
  isProductColumn(field) || Object.hasOwn(SOURCE_FIELDS, field) || /^option(?:[1-9]|10)_(?:name|value)$/.test(field);

const mappingErrors = (header: readonly string[], column: string, field: string | null): FieldError[] => {
  if (!header.includes(column))
    return [{ path: ['mapping', column], code: 'any.unknown', message: 'is not a column of the file' }];
  if (field === null || isField(field)) return [];
  return [{ path: ['mapping', column], code: 'any.only', message: `${field} is not a field of a product` }];
};

const requireSingleFields = (mapping: Mapping): void => {
  const fields = Object.entries(mapping).filter(([, field]) => field !== null && !LISTS.has(field));
  const twice = fields.filter(([, field], index) => fields.findIndex(([, other]) => other === field) < index);
  if (twice.length === 0) return;
  throw invalid(
    twice.map(([column, field]) => ({
      path: ['mapping', column],
      code: 'csv.duplicate',
      message: `gives ${field}, which another column gives already`,
    })),
  );
};

const NAMING = new Set(['sku', 'id', 'group', 'name', 'source_id']);

const requireNames = (columns: readonly SourceColumn[]): void => {
  if (columns.some(({ field }) => field !== null && NAMING.has(field))) return;
  const named = columns
    .slice(0, 5)
    .map(({ column }) => column)
    .join(', ');
  const message = `must be a header with a column for the SKU or the name of a product, not ${named}`;
  throw headerError([{ path: [1], code: 'csv.header', message }]);
};
