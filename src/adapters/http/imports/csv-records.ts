import type { Info, Parser } from 'csv-parse';
import type { ImportError } from '#core/imports/import.ts';
import type { SourceRecord } from '#core/imports/source/source.ts';
import { dialectOf, isPreamble, type Separator } from './csv-dialect.ts';
import { type Encoding, fileLines, MAX_LINE_BYTES, tooLong } from './file-lines.ts';

/** Some rows of a file, and why there are no more. */
export type Records = Readonly<{
  records: readonly SourceRecord[];
  error: ImportError | undefined;
  encoding: Encoding;
  separator: Separator;
}>;

/** The rows of each block of lines of a CSV file (RFC 4180, or with another separator); after an error, no more. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Records, void> {
  let records: SourceRecord[] = [];
  let lastLine = 0;
  let isBeginning = true;
  let failure: Error | undefined;
  const onRecord = (cells: readonly string[], { lines }: Info): null => {
    isBeginning &&= isPreamble(cells);
    if (!isBeginning) records.push({ cells, line: lastLine + 1 });
    lastLine = lines;
    return null;
  };
  let encoding: Encoding = 'utf-8';
  let separator: Separator = ',';
  let parser: Parser | undefined;
  const open = async (firstLines: string): Promise<Parser> => {
    const { parse } = await import('csv-parse');
    const dialect = dialectOf(firstLines);
    separator = dialect.separator;
    const opened = parse({
      delimiter: separator,
      trim: dialect.trim,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_LINE_BYTES,
      on_record: onRecord as never,
    });
    opened.on('error', (error) => {
      failure = error;
    });
    return opened.resume();
  };
  const parsed = (error?: ImportError): Records => {
    const found = { records, error: error ?? (failure && csvErrorOf(failure, lastLine + 1)), encoding, separator };
    records = [];
    return found;
  };
  for await (const lines of fileLines(chunks)) {
    if (lines.kind === 'unreadable') {
      await ended(parser);
      yield parsed(lines.error);
      return;
    }
    encoding = lines.encoding;
    parser ??= await open(lines.bytes.toString('utf8'));
    const opened = parser;
    await new Promise<void>((resolve) => void opened.write(lines.bytes, () => resolve()));
    yield parsed();
    if (failure !== undefined) return;
  }
  await ended(parser);
  yield parsed();
}

/** Parses what the parser has not parsed yet, because a cell might have continued. */
const ended = (parser: Parser | undefined): Promise<void> =>
  // `once` of node:events would throw the error
  new Promise((resolve) => (parser === undefined ? resolve() : void parser.once('close', resolve).end()));

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
