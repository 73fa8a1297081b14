import { type CellFormat, fieldsOfCells, isProductColumn } from '#core/catalog/product-columns.ts';
import { headerError } from '#core/imports/header-error.ts';
import type { FileReading } from '#core/imports/import-file.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import type { Source, SourceRecord } from '#core/imports/source/source.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { withoutGuard } from '../request/csv.ts';
import { parseStrictJson } from '../request/strict-json.ts';
import type { Separator } from './csv-dialect.ts';
import { hasOwnKey, ownColumns, requireHeader } from './csv-header.ts';
import { csvRecords, type Records } from './csv-records.ts';
import { inTurns } from './in-turns.ts';
import type { RowReader } from './row-reader.ts';
import { toImportRow } from './row-schema.ts';

/**
 * The rows of a CSV file with a header line, as its chunks arrive. Empty lines are skipped.
 * @throws DomainError `validation_failed` for an invalid header.
 */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  reading: FileReading,
): AsyncGenerator<readonly ImportRow[], void> {
  let reader: RowReader | undefined;
  for await (const part of csvRecords(chunks)) {
    const { records, error, encoding, separator } = part;
    // nothing is yielded before the header is known
    if (reader === undefined && records.length === 0 && error === undefined) continue;
    const rows = reader === undefined ? records.slice(1) : records;
    reader ??= await openReader(part, reading);
    reading.note({ ...reader.file, encoding, separator });
    const filled = rows.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
    yield* inTurns(partsOf(filled, reader), 1);
    if (error === undefined) continue;
    yield* inTurns(reader.end());
    yield [{ kind: 'unreadable', error }];
    return;
  }
  if (reader === undefined) requireHeader(undefined, undefined);
  else yield* inTurns(reader.end());
}

/** As many as take some ten milliseconds. */
const CELLS_PER_TURN = 4_000;
const ROWS_PER_TURN = 100;

function* partsOf(records: readonly SourceRecord[], { read }: RowReader): Generator<readonly ImportRow[], void> {
  const columns = records[0]?.cells.length ?? 1;
  const count = Math.min(ROWS_PER_TURN, Math.ceil(CELLS_PER_TURN / columns));
  for (let start = 0; start < records.length; start += count) yield read(records.slice(start, start + count));
}

const openReader = async (part: Records, reading: FileReading): Promise<RowReader> => {
  const header = requireHeader(part.records[0]?.cells, part.error);
  const { separator } = part;
  try {
    return await readerOf(header, { ...reading, separator, choices: await reading.choicesOf(header) });
  } catch (error) {
    throw namesNothing(error) ? ((await headerBelow(part, reading)) ?? error) : error;
  }
};

type Opening = Pick<FileReading, 'resource' | 'choices'> & Readonly<{ separator: Separator }>;

const readerOf = async (header: readonly string[], { resource, choices, separator }: Opening): Promise<RowReader> => {
  if (resource !== 'products') {
    const { openTableReader } = await import('./table-rows.ts');
    return openTableReader(resource, header, choices);
  }
  if (await isOwn(header, choices)) return ownReader(header, await cellFormat(separator, choices));
  const { openSourceRows } = await import('./source-rows.ts');
  return sourceReader(openSourceRows(header, choices));
};

/** Whether a line lacks the columns of a header, or those of the mapping. */
const namesNothing = (error: unknown): boolean =>
  error instanceof DomainError &&
  error.fieldErrors.some(({ path: [place], code }) => code === 'csv.header' || place === 'mapping');

/** How many lines may stand above a header that is looked for. */
const MAX_TITLES = 10;

/** Spreadsheets have titles above their columns. @returns the error of a header that is not in the first line. */
const headerBelow = async ({ records, separator }: Records, reading: FileReading): Promise<DomainError | undefined> => {
  for (const { cells, line } of records.slice(1, 1 + MAX_TITLES)) {
    const header = cells.map((cell) => cell.trim());
    const isHeader = await readerOf(header, { ...reading, separator }).then(
      () => true,
      () => false,
    );
    if (isHeader) return headerError([{ path: [line], code: 'csv.header', message: BELOW }]);
  }
  return undefined;
};

const BELOW = 'is the header, it seems: delete what is above it';

/** Whether a file is read as an export, with or without columns that an export does not have. */
const isOwn = async (header: readonly string[], { preset, mapping }: SourceChoices): Promise<boolean> => {
  if (preset !== undefined || mapping !== undefined || !hasOwnKey(header)) return false;
  if (header.every(isProductColumn)) return true;
  const { presetOf } = await import('#core/imports/source/columns.ts');
  const { PRESETS } = await import('#core/imports/source/presets/presets.ts');
  return presetOf(header, PRESETS) === 'generic';
};

/** A spreadsheet that separates cells by other marks than commas may have written numbers anew. */
const cellFormat = async (separator: Separator, { decimal }: SourceChoices): Promise<CellFormat> => {
  if (separator === ',' && decimal === undefined) return CELL_FORMAT;
  const { parseNumber } = await import('#core/imports/source/numbers.ts');
  return {
    ...CELL_FORMAT,
    number: (cell) => {
      const number = parseNumber(cell, decimal);
      if (typeof number === 'string') return number;
      // a currency has its own column
      return number.unit === '' ? number.value : 'invalid';
    },
  };
};

const ownReader = (header: readonly string[], format: CellFormat): RowReader => {
  const columns = ownColumns(header);
  const known = columns.flatMap((column, index) => (column === null ? [] : [{ column, index }]));
  const names = known.map(({ column }) => column);
  const isWhole = known.length === columns.length;
  // it belongs to the content of the first row
  let head = textOf(columns.map((column) => column ?? ''));
  const toRow = ({ cells, line }: SourceRecord): ImportRow => {
    const text = head + textOf(cells);
    head = '';
    if (cells.length !== columns.length) {
      const message = `has ${cells.length} cells where the header has ${columns.length} columns`;
      return { kind: 'invalid', text, error: { line, field: null, code: 'csv.cells', message } };
    }
    const values = isWhole ? cells : known.map(({ index }) => cells[index] ?? '');
    return toImportRow({ line, text, ...fieldsOfCells(names, values, format) });
  };
  return {
    file: { preset: null, columns: header.map((column, index) => ({ column, field: columns[index] ?? null })) },
    read: (records) => records.map(toRow),
    end: () => [],
  };
};

const sourceReader = ({ source, toRows }: Readonly<{ source: Source; toRows: ToRows }>): RowReader => ({
  file: { preset: source.preset, columns: source.columns },
  read: (records) =>
    records.flatMap((record) => toRows(source.add({ ...record, cells: record.cells.map(withoutGuard) }))),
  *end() {
    for (const products of source.end()) yield toRows(products);
  },
});

type ToRows = (products: ReturnType<Source['add']>) => ImportRow[];

const textOf = (cells: readonly string[]): string => cells.join('\u001f');

const CELL_FORMAT: CellFormat = {
  text: withoutGuard,
  json: (text) => {
    const parsed = parseStrictJson(Buffer.from(text));
    return parsed.ok ? parsed.value : undefined;
  },
};
