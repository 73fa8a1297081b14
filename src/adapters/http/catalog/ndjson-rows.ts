import { type ImportRow, importErrorOf } from '#core/imports/import-row.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { parseStrictJson } from '../request/strict-json.ts';
import { pathOf } from '../responses/problem.ts';
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
  let [start, line] = [0, firstLine];
  while (start < bytes.byteLength) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end < 0 ? bytes.byteLength : end);
    const text = content.toString('utf8').trim();
    if (text !== '') rows.push(rowOf(content, text, line));
    start += content.byteLength + 1;
    line += 1;
  }
  return rows;
};

const rowOf = (content: Buffer, text: string, line: number): ImportRow => {
  const parsed = parseStrictJson(content);
  if (!parsed.ok) {
    const { pointer, code, message } = parsed.error;
    const fieldErrors = [{ path: pathOf(pointer), code, message }];
    return { kind: 'invalid', text, error: importErrorOf(line, invalid(fieldErrors)) };
  }
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return toImportRow({ line, text, fields: value, errors: [] });
  }
  return { kind: 'invalid', text, error: { line, field: null, code: 'object.base', message: 'must be a JSON object' } };
};
