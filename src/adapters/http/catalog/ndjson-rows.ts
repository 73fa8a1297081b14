import type { ImportRow } from '#core/imports/import-row.ts';
import { parseStrictJson } from '../pipeline/strict-json.ts';
import { fileLines } from './file-lines.ts';
import { toImportRow } from './row-schema.ts';

/** The rows of a file with a JSON object per line, as its chunks arrive. Empty lines are skipped. */
export async function* ndjsonRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportRow[], void> {
  for await (const lines of fileLines(chunks)) {
    yield lines.kind === 'unreadable' ? [lines] : rowsOf(lines.bytes, lines.line);
  }
}

const rowsOf = (bytes: Buffer, firstLine: number): ImportRow[] => {
  const rows: ImportRow[] = [];
  let line = firstLine;
  for (let start = 0; start < bytes.byteLength; line += 1) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end < 0 ? bytes.byteLength : end);
    start += content.byteLength + 1;
    const text = content.toString('utf8').trim();
    if (text !== '') rows.push(rowOf(content, text, line));
  }
  return rows;
};

const rowOf = (content: Buffer, text: string, line: number): ImportRow => {
  const parsed = parseStrictJson(content);
  if (!parsed.ok) {
    const { pointer, code, message } = parsed.error;
    const field = pointer === '' ? null : pointer.slice(1).replaceAll('/', '.');
    return { kind: 'invalid', text, error: { line, field, code, message } };
  }
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return toImportRow({ line, text, fields: value, errors: [] });
  }
  return { kind: 'invalid', text, error: { line, field: null, code: 'object.base', message: 'must be a JSON object' } };
};
