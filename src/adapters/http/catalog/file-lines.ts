import { isUtf8 } from 'node:buffer';
import type { ImportError } from '#core/imports/import.ts';

/** Complete lines of a file, or why there are no more. `line` is the number of the first. */
export type FileLines =
  | Readonly<{ kind: 'lines'; bytes: Buffer; line: number }>
  | Readonly<{ kind: 'unreadable'; error: ImportError }>;

/** The limit of a line, and of a row. */
export const MAX_LINE_BYTES = 1_048_576;

const NEWLINE = 0x0a;
const BOM = Buffer.from('\ufeff');
const UTF_16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

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
 * Splits a file into blocks of complete lines in valid UTF-8, without the byte order mark. The last line needs no line
 * break, but a file whose chunks end with an error has no last line.
 */
export async function* fileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLines, void> {
  let line = 1;
  /** The line that has started and not ended. */
  let started: Uint8Array[] = [];
  let size = 0;
  const take = (bytes: Buffer): FileLines[] => {
    const start = line;
    line += countOf(NEWLINE, bytes);
    return checkedLines(bytes, start);
  };
  for await (const chunk of chunks) {
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

const checkedLines = (bytes: Buffer, line: number): FileLines[] => {
  if (line === 1 && isUtf16(bytes)) {
    return [unreadable(1, 'file.encoding', 'must be UTF-8 and seems to be UTF-16: save the file as CSV UTF-8')];
  }
  const text = line === 1 && bytes.subarray(0, BOM.byteLength).equals(BOM) ? bytes.subarray(BOM.byteLength) : bytes;
  return isUtf8(text) ? [{ kind: 'lines', bytes: text, line }] : upToInvalidLine(text, line);
};

const isUtf16 = (bytes: Buffer): boolean => {
  const mark = bytes.subarray(0, 2);
  // without a mark, every other byte of Latin text is zero
  return (
    UTF_16_MARKS.some((each) => each.equals(mark)) || bytes.subarray(0, bytes.indexOf(NEWLINE) + 1 || 1024).includes(0)
  );
};

/** The lines before the first that is not UTF-8, and its error. */
const upToInvalidLine = (bytes: Buffer, line: number): FileLines[] => {
  let start = 0;
  let number = line;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, start) + 1 || bytes.byteLength;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
    number += 1;
  }
  const message = 'must be UTF-8, not Latin-1 or Windows-1252: save the file as CSV UTF-8';
  const error = unreadable(number, 'file.encoding', message);
  return start === 0 ? [error] : [{ kind: 'lines', bytes: bytes.subarray(0, start), line }, error];
};

const countOf = (byte: number, bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
};
