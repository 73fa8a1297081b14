import { type DomainError, type FieldError, invalid } from '#core/shared/domain-error.ts';
import { CellReader } from '../cell-values.ts';
import { boundedCells, namedCells, surplusErrors } from '../cells.ts';
import { columnsOf, type FieldSet, presetOf, type SourceChoices, type SourceColumn } from '../columns.ts';
import { DecimalMarks } from '../numbers.ts';
import type { PresetName } from '../preset-names.ts';
import type { Preset } from '../presets/preset.ts';
import type { SourceRecord } from '../source.ts';
import { type ImportWarning, keyOf, type SourceRow } from '../source-row.ts';

export type TableReader = CellReader<SourceRow>;

/** A file each of whose rows is a resource by itself. */
export type SourceTable = Readonly<{
  presets: Readonly<Partial<Record<PresetName, Preset>> & { generic: Preset }>;
  fieldSet: FieldSet;
  /** What several rows of the same resource may each add to it. */
  gathered?: string;
  /** The fields of a row, which are validated later. */
  read: (reader: TableReader, preset: PresetName) => Readonly<{ fields: object; defaults?: object }>;
}>;

/** What a row gives. `defaults`: of what it creates. */
export type TableRow = Readonly<{
  line: number;
  fields: object;
  defaults?: object;
  errors: readonly FieldError[];
  warnings: readonly ImportWarning[];
}>;

export type OpenTable = Readonly<{
  preset: PresetName;
  columns: readonly SourceColumn[];
  /** Undefined for an empty row. */
  rowOf: (record: SourceRecord) => TableRow | undefined;
}>;

/** Begins to read a file. @throws as `columnsOf` does, and for the preset of a shop whose files are not known. */
export const openTable = (
  { presets, fieldSet, gathered, read }: SourceTable,
  header: readonly string[],
  choices: SourceChoices,
): OpenTable => {
  const preset = choices.preset ?? presetOf(header, presets);
  const conventions = presets[preset];
  if (conventions === undefined) throw unknownPreset(Object.keys(presets));
  const columns = columnsOf(header, { preset: conventions, fieldSet, mapping: choices.mapping });
  const marks = new DecimalMarks(choices.decimal ?? conventions.decimal);
  const [key = ''] = fieldSet.naming;
  const repeats = knownRows();
  return {
    preset,
    columns,
    rowOf: ({ cells, line }) => {
      const named = namedCells(columns, cells, fieldSet);
      if (Object.keys(named).length === 0) return undefined;
      const { errors, ...bounded } = boundedCells(columns, named);
      const item = { line, ...bounded, errors: [...surplusErrors(columns, cells), ...errors] };
      const reader = new CellReader(item, { marks, weightUnit: undefined });
      for (const [field, cell] of Object.entries(named)) marks.note(field, cell);
      const row = read(reader, preset);
      // another row may say it right
      if (reader.errors.length > 0) return { line, ...row, errors: reader.errors, warnings: reader.warnings };
      const text = JSON.stringify({ ...row.fields, [key]: null, ...(gathered !== undefined && { [gathered]: null }) });
      const former = repeats(keyOf(named[key] ?? `line ${line}`), { line, text });
      if (former !== undefined) reader.reject(key, 'any.unique', `is in line ${former} already, with other values`);
      return { line, ...row, errors: reader.errors, warnings: reader.warnings };
    },
  };
};

const MAX_KNOWN = 20_000;

/** Finds rows that name what an earlier row has named, and say something else of it. @returns the line of the earlier one. */
const knownRows = () => {
  const known = new Map<string, Readonly<{ line: number; text: string }>>();
  return (key: string, row: Readonly<{ line: number; text: string }>): number | undefined => {
    const former = known.get(key);
    if (former !== undefined) return former.text === row.text ? undefined : former.line;
    known.set(key, row);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return undefined;
  };
};

const unknownPreset = (known: readonly string[]): DomainError =>
  invalid([{ path: ['preset'], code: 'any.only', message: `must be ${known.join(' or ')} for this file` }]);
