import { isAscii, isUtf8 } from 'node:buffer';
import type { ImportError } from '#core/imports/import.ts';
import { ARCHIVE, type FileKind, openFile } from './file-kind.ts';
import { withLineFeeds } from './line-ends.ts';

/** How a file writes characters, as far as it was read: one of ASCII only is UTF-8, too. */
export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

/** Complete lines of a file in UTF-8, or why there are no more. `line` is the number of the first. */
export type FileLines =
  | Readonly<{ kind: 'lines'; bytes: Buffer; line: number; encoding: Encoding }>
  | Readonly<{ kind: 'unreadable'; error: ImportError }>;

/** The limit of a line, and of a row. */
export const MAX_LINE_BYTES = 1_048_576;

const NEWLINE = 0x0a;
const BOM = Buffer.from('\ufeff');

const unreadable = (line: number, code: string, message: string): FileLines => ({
  kind: 'unreadable',
  error: { line, field: null, code, message },
});

export const tooLong = (line: number): ImportError => ({
  line,
  field: null,
  code: 'file.line_too_long',
  message: 'must have at most 1 MiB; is a quote not closed, or are the lines not separated?',
});

/**
 * Splits a file into blocks of complete lines in UTF-8, without the byte order mark. Files in UTF-16 and Windows-1252, and
 * lines that end with a carriage return, are recognised. The last line needs no line break, but a file whose chunks end
 * with an error has no last line.
 */
export async function* fileLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<FileLines, void> {
  let line = 1;
  /** The line that has started and not ended. */
  let started: Uint8Array[] = [];
  let size = 0;
  const { chunks, kind } = await openFile(file);
  if (kind === 'archive') return void (yield unreadable(1, 'file.archive', ARCHIVE));
  const decode = lineDecoder(kind);
  const take = (bytes: Buffer): FileLines[] => {
    const start = line;
    line += countOf(NEWLINE, bytes);
    return decode(bytes, start);
  };
  for await (const chunk of withLineFeeds(chunks)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (size + (end === 0 ? chunk.byteLength : chunk.indexOf(NEWLINE)) > MAX_LINE_BYTES) {
      yield { kind: 'unreadable', error: tooLong(line) };
      return;
    }
    if (end > 0) {
      for (const lines of take(Buffer.concat([...started, chunk.subarray(0, end)]))) {
        yield lines;
        if (lines.kind === 'unreadable') return;
      }
      started = [];
      size = 0;
    }
    started.push(chunk.subarray(end));
    size += chunk.byteLength - end;
  }
  if (size > 0) yield* take(Buffer.concat(started));
}

/**
 * Decodes blocks of lines. The first letter beyond ASCII decides: text in Windows-1252 is hardly ever valid UTF-8, so
 * that a file with one line of valid UTF-8 is UTF-8, and an invalid line after it is an error.
 */
const lineDecoder = (kind: FileKind) => {
  let encoding: Encoding | undefined = kind === 'utf-16' ? kind : undefined;
  return (bytes: Buffer, line: number): FileLines[] => {
    const isMarked = line === 1 && bytes.subarray(0, BOM.byteLength).equals(BOM);
    const text = isMarked ? bytes.subarray(BOM.byteLength) : bytes;
    if (isMarked) encoding ??= 'utf-8';
    const isValid = encoding !== 'windows-1252' && isUtf8(text);
    if (!isValid) encoding ??= hasUtf8Line(text) ? 'utf-8' : 'windows-1252';
    else if (encoding === undefined && !isAscii(text)) encoding = 'utf-8';
    if (encoding === 'windows-1252') return [{ kind: 'lines', bytes: fromWindows1252(text), line, encoding }];
    return isValid
      ? [{ kind: 'lines', bytes: text, line, encoding: encoding ?? 'utf-8' }]
      : upToInvalidLine(text, line);
  };
};

const fromWindows1252 = (bytes: Buffer): Buffer => Buffer.from(new TextDecoder('windows-1252').decode(bytes));

const linesOf = function* (bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.byteLength; ) {
    const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.byteLength;
    yield bytes.subarray(start, end);
    start = end;
  }
};

const hasUtf8Line = (bytes: Buffer): boolean => [...linesOf(bytes)].some((line) => !isAscii(line) && isUtf8(line));

/** The lines before the first that is not UTF-8, and its error. */
const upToInvalidLine = (bytes: Buffer, line: number): FileLines[] => {
  const lines = [...linesOf(bytes)];
  const valid = lines.slice(
    0,
    lines.findIndex((each) => !isUtf8(each)),
  );
  const message = 'must be UTF-8 as the lines before it: save the file as CSV UTF-8';
  const error = unreadable(line + valid.length, 'file.encoding', message);
  return valid.length === 0
    ? [error]
    : [{ kind: 'lines', bytes: Buffer.concat(valid), line, encoding: 'utf-8' }, error];
};

const countOf = (byte: number, bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
};
