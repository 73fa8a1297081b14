import type { Info, Parser } from 'csv-parse';
import { type CellFormat, fieldsOfCells } from '#core/catalog/product-columns.ts';
import type { ImportError } from '#core/imports/import.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import { withoutGuard } from '../request/csv.ts';
import { parseStrictJson } from '../request/strict-json.ts';
import { requireValidHeader } from './csv-header.ts';
import { fileLines, MAX_LINE_BYTES, tooLong } from './file-lines.ts';
import { toImportRow } from './row-schema.ts';

/** The cells of a row, and the number of its first line. */
type CsvRecord = Readonly<{ cells: readonly string[]; line: number }>;

/**
 * The rows of a CSV file (RFC 4180) with a header line, as its chunks arrive. Empty lines are skipped.
 * @throws DomainError `validation_failed` for an invalid header.
 */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportRow[], void> {
  let columns: readonly string[] | undefined;
  // it belongs to the content of the first row
  let header = '';
  for await (const { records, error } of csvRecords(chunks)) {
    // nothing is yielded before the header is known
    if (columns === undefined && records.length === 0 && error === undefined) continue;
    const rows = columns === undefined ? records.slice(1) : records;
    if (columns === undefined) {
      columns = requireValidHeader(records[0]?.cells, error);
      header = textOf(columns);
    }
    const found: ImportRow[] = [];
    for (const record of rows.filter(({ cells }) => cells.length > 1 || cells[0] !== '')) {
      found.push(toRow(columns, record, header + textOf(record.cells)));
      header = '';
    }
    yield error === undefined ? found : [...found, { kind: 'unreadable', error }];
  }
  if (columns === undefined) requireValidHeader(undefined, undefined);
}

type Records = Readonly<{ records: readonly CsvRecord[]; error: ImportError | undefined }>;

/** The records of each block of lines; after an error, no more. */
async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Records, void> {
  let records: CsvRecord[] = [];
  let lastLine = 0;
  let failure: Error | undefined;
  const onRecord = (cells: readonly string[], { lines }: Info): null => {
    records.push({ cells, line: lastLine + 1 });
    lastLine = lines;
    return null;
  };
  const { parse } = await import('csv-parse');
  const parser = parse({
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: MAX_LINE_BYTES,
    on_record: onRecord as never,
  });
  parser.on('error', (error) => {
    failure = error;
  });
  parser.resume();
  const parsed = (error?: ImportError): Records => {
    const found = { records, error: error ?? (failure && csvErrorOf(failure, lastLine + 1)) };
    records = [];
    return found;
  };
  for await (const lines of fileLines(chunks)) {
    if (lines.kind === 'unreadable') {
      await ended(parser);
      yield parsed(lines.error);
      return;
    }
    await new Promise<void>((resolve) => void parser.write(lines.bytes, () => resolve()));
    yield parsed();
    if (failure !== undefined) return;
  }
  await ended(parser);
  yield parsed();
}

/** Parses what the parser has not parsed yet, because a cell might have continued. */
const ended = (parser: Parser): Promise<void> =>
  // `once` of node:events would throw the error
  new Promise((resolve) => void parser.once('close', resolve).end());

const QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed before the end of the file',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote: double the quotes within a cell',
  INVALID_OPENING_QUOTE: 'has a quote within a cell that is not quoted: quote the cell and double its quotes',
};

const csvErrorOf = (error: Error, line: number): ImportError => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong(line);
  const message = QUOTES[code];
  if (message === undefined) throw error;
  return { line, field: null, code: 'csv.quote', message };
};

const textOf = (cells: readonly string[]): string => cells.join('\u001f');

const toRow = (columns: readonly string[], { cells, line }: CsvRecord, text: string): ImportRow => {
  if (cells.length !== columns.length) {
    const message = `has ${cells.length} cells where the header has ${columns.length} columns`;
    return { kind: 'invalid', text, error: { line, field: null, code: 'csv.cells', message } };
  }
  return toImportRow({ line, text, ...fieldsOfCells(columns, cells, CELL_FORMAT) });
};

const CELL_FORMAT: CellFormat = {
  text: withoutGuard,
  json: (text) => {
    const parsed = parseStrictJson(Buffer.from(text));
    return parsed.ok ? parsed.value : undefined;
  },
};
