import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { headerError } from '../header-error.ts';
import { shown } from './cell-values.ts';
import type { Mapping } from './mapping.ts';
import type { DecimalMark } from './numbers.ts';
import { PRESET_NAMES, type PresetName } from './preset-names.ts';
import { headerKey, type Preset } from './presets/preset.ts';

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

/** The fields that columns of the files of a resource may give. */
export type FieldSet = Readonly<{
  /** What a row is, for an error: `a product`. */
  noun: string;
  /** Whether a mapping may name a field. */
  has: (field: string) => boolean;
  /** Whether a column has the name of a field of the API. */
  isOwn: (column: string) => boolean;
  /** Fields whose columns are lists: several columns may give them. */
  lists: ReadonlySet<string>;
  /** Fields of which a file has one at least. */
  naming: ReadonlySet<string>;
  /** For an error: `the SKU or the name of a product`. */
  namedBy: string;
}>;

/** The kind of shop that a file's columns are typical of. */
export const presetOf = (
  header: readonly string[],
  presets: Readonly<Partial<Record<PresetName, Preset>>>,
): PresetName => {
  const keys = new Set(header.map(headerKey));
  const found = PRESET_NAMES.find((name) =>
    presets[name]?.recognisedBy.some((typical) => typical.every((key) => keys.has(key) || hasLanguage(keys, key))),
  );
  return found ?? 'generic';
};

/** `optionGroups:en` is a column of `optionGroups`. */
const hasLanguage = (keys: ReadonlySet<string>, key: string): boolean =>
  [...keys].some((each) => each.startsWith(`${key} `) && /^[a-z]{2}$/.test(each.slice(key.length + 1)));

/**
 * Which field each column of a file gives, by its preset and by what was chosen otherwise.
 * @throws DomainError `validation_failed` for a mapping of unknown columns or fields, or of two columns to one field, and
 * for a file without a column that names its products.
 */
export const columnsOf = (
  header: readonly string[],
  { preset, fieldSet, mapping = {} }: Readonly<{ preset: Preset; fieldSet: FieldSet; mapping: Mapping | undefined }>,
): readonly SourceColumn[] => {
  const errors = Object.entries(mapping).flatMap(([column, field]) => mappingErrors(header, fieldSet, [column, field]));
  if (errors.length > 0) throw invalid(errors);
  const taken = new Set(Object.values(mapping));
  const columns = header.map((column): SourceColumn => {
    const chosen = Object.hasOwn(mapping, column) ? mapping[column] : undefined;
    if (chosen !== undefined) return { column, field: chosen };
    const field = fieldOf(preset, fieldSet, column);
    if (field === null || (taken.has(field) && !fieldSet.lists.has(field))) return { column, field: null };
    taken.add(field);
    return { column, field };
  });
  requireSingleFields(mapping, fieldSet);
  requireNames(columns, fieldSet);
  return columns;
};

const fieldOf = ({ columns, patterns = [] }: Preset, { isOwn }: FieldSet, column: string): string | null => {
  const key = headerKey(column);
  if (key !== '' && Object.hasOwn(columns, key)) return columns[key] ?? null;
  for (const [pattern, field] of patterns) {
    const match = pattern.exec(key);
    if (match !== null) return field.replaceAll(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '');
  }
  return isOwn(column) ? column : null;
};

const mappingErrors = (
  header: readonly string[],
  { has, noun }: FieldSet,
  [column, field]: readonly [string, string | null],
): FieldError[] => {
  if (!header.includes(column))
    return [{ path: ['mapping', column], code: 'any.unknown', message: 'is not a column of the file' }];
  if (field === null || has(field)) return [];
  return [{ path: ['mapping', column], code: 'any.only', message: `${field} is not a field of ${noun}` }];
};

const requireSingleFields = (mapping: Mapping, { lists }: FieldSet): void => {
  const fields = Object.entries(mapping).filter(([, field]) => field !== null && !lists.has(field));
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

const requireNames = (columns: readonly SourceColumn[], { naming, namedBy }: FieldSet): void => {
  if (columns.some(({ field }) => field !== null && naming.has(field))) return;
  const named = columns
    .filter(({ column }) => column !== '')
    .slice(0, 5)
    .map(({ column }) => shown(column))
    .join(', ');
  const message = `must be a header with a column for ${namedBy}, not ${named}`;
  throw headerError([{ path: [1], code: 'csv.header', message }]);
};
