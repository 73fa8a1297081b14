import { invalid } from '#core/shared/domain-error.ts';
import { boundedCells, namedCells, surplusErrors } from './cells.ts';
import { columnsOf, presetOf, type SourceChoices, type SourceColumn } from './columns.ts';
import { Families, type Family } from './families.ts';
import type { ReadingRules } from './fields-of-row.ts';
import { DecimalMarks } from './numbers.ts';
import type { PresetName } from './preset-names.ts';
import { translate } from './presets/preset.ts';
import { PRESETS } from './presets/presets.ts';
import { PRODUCT_FIELDS } from './product-field-set.ts';
import { FamilyRows, type SourceProduct } from './rows-of-family.ts';

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
  const preset = choices.preset ?? presetOf(header, PRESETS);
  const conventions = PRESETS[preset];
  if (choices.preset === undefined && conventions.mustBeSaid !== undefined)
    throw invalid([
      { path: ['preset'], code: 'any.required', message: `must be said: a file ${conventions.mustBeSaid}` },
    ]);
  const columns = columnsOf(header, { preset: conventions, fieldSet: PRODUCT_FIELDS, mapping: choices.mapping });
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
  const surplusOf = (cells: readonly string[]) => (preset === 'generic' ? surplusErrors(columns, cells) : []);
  const toRows = (family: Family): readonly SourceProduct[] => rows.of(family);
  return {
    preset,
    columns,
    add: ({ cells, line }) => {
      const named = namedCells(columns, cells, PRODUCT_FIELDS);
      for (const [field, cell] of Object.entries(named)) if (NUMBERS.test(field)) marks.note(field, cell);
      if (Object.keys(named).length === 0) return [];
      const { errors, ...bounded } = boundedCells(columns, named);
      const item = toItem({ line, ...bounded, errors: [...surplusOf(cells), ...errors] });
      return item === undefined ? [] : [...families.add(item)].flatMap(toRows);
    },
    end: function* () {
      for (const family of families.end()) yield toRows(family);
    },
  };
};
