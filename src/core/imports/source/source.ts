import { MAX_DESCRIPTION_HTML } from '#core/catalog/safe-html.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { columnsOf, isList, presetOf, type SourceChoices, type SourceColumn } from './columns.ts';
import { Families, type Family } from './families.ts';
import type { ReadingRules } from './fields-of-row.ts';
import { DecimalMarks } from './numbers.ts';
import type { PresetName } from './preset-names.ts';
import { translate } from './presets/preset.ts';
import { PRESETS } from './presets/presets.ts';
import { FamilyRows, type SourceProduct } from './rows-of-family.ts';
import { type Cells, rowError, type SourceRow } from './source-row.ts';

/** The cells of a row of a file, and the number of its first line. */
export type SourceRecord = Readonly<{ cells: readonly string[]; line: number }>;

export type SourceOptions = SourceChoices & Pick<ReadingRules, 'textOfHtml' | 'urlOf'>;

/** A file of another shop that is being read. */
export type Source = Readonly<{
  preset: PresetName;
  columns: readonly SourceColumn[];
  /** The products that are complete with a further row. */
  add: (record: SourceRecord) => readonly SourceProduct[];
  /** The products that are left, in parts. */
  end: () => Iterable<readonly SourceProduct[]>;
}>;

const NUMBERS = /^(?:(?:net_|sale_|calculated_|compare_at_)?price|cost|weight|stock)(?:[._]|$)/;

/** Begins to read a file. @throws as `columnsOf` does. */
export const openSource = (header: readonly string[], options: SourceOptions): Source => {
  const { textOfHtml, urlOf, weightUnit, imageBase, ...choices } = options;
  const preset = choices.preset ?? presetOf(header);
  const conventions = PRESETS[preset];
  if (choices.preset === undefined && conventions.mustBeSaid !== undefined)
    throw invalid([
      { path: ['preset'], code: 'any.required', message: `must be said: a file ${conventions.mustBeSaid}` },
    ]);
  const columns = columnsOf(header, conventions, choices.mapping);
  const fields = new Set(columns.flatMap(({ field }) => field ?? []));
  const toItem = conventions.open?.(fields) ?? translate;
  const marks = new DecimalMarks(choices.decimal ?? conventions.decimal);
  const families = new Families();
  const rows = new FamilyRows({
    marks,
    weightUnit,
    textOfHtml,
    urlOf,
    imageBase,
    isNamedBySku: conventions.isNamedBySku === true,
    hasPrices: [...fields].some((field) => /^(?:net_|sale_|calculated_)?price(?:\.|$)/.test(field)),
    currencies: [...fields].flatMap((field) => (field.startsWith('price.') ? [field.slice('price.'.length)] : [])),
  });
  const toRows = (family: Family): readonly SourceProduct[] => rows.of(family);
  return {
    preset,
    columns,
    add: ({ cells, line }) => {
      const named = namedCells(columns, cells);
      for (const [field, cell] of Object.entries(named)) if (NUMBERS.test(field)) marks.note(field, cell);
      const item = Object.keys(named).length === 0 ? undefined : toItem({ line, ...bounded(columns, named) });
      return item === undefined ? [] : [...families.add(item)].flatMap(toRows);
    },
    end: function* () {
      for (const family of families.end()) yield toRows(family);
    },
  };
};

/** Bounds the time that a cell takes. An image has an address of 2,048 characters at most. */
const MAX_CELL = 10_000;
const MAX_CELLS: Readonly<Record<string, number>> = {
  images: 50_000,
  variant_images: 50_000,
  description: MAX_DESCRIPTION_HTML,
  description_html: MAX_DESCRIPTION_HTML,
};

/** A row with a longer cell is rejected, and the cell is not looked at. */
const bounded = (columns: readonly SourceColumn[], cells: Cells): Omit<SourceRow, 'line'> => {
  const limitOf = (field: string): number => MAX_CELLS[field] ?? MAX_CELL;
  const long = Object.entries(cells).filter(([field, cell]) => cell.length > limitOf(field));
  if (long.length === 0) return { cells, errors: [] };
  const kept = Object.entries(cells).filter(([field, cell]) => cell.length <= limitOf(field));
  const errors = long.map(([field, cell]) =>
    rowError(
      columns.find((each) => each.field === field)?.column ?? field,
      `must have at most ${limitOf(field)} characters, not ${cell.length}`,
    ),
  );
  return { cells: Object.fromEntries(kept), errors };
};

/** Cells by their fields, without empty ones; several of one field are separated by line breaks. */
const namedCells = (columns: readonly SourceColumn[], cells: readonly string[]): Readonly<Record<string, string>> => {
  const named: Record<string, string> = {};
  for (const [index, { field }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (field === null || cell.trim() === '') continue;
    const former = named[field];
    if (former === undefined || isList(field)) named[field] = former === undefined ? cell : `${former}\n${cell}`;
  }
  return named;
};
