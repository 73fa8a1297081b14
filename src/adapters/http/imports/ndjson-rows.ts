import type { FileReading } from '#core/imports/import-file.ts';
import type { ImportResource } from '#core/imports/import-resource.ts';
import { type ImportRow, importErrorOf } from '#core/imports/import-row.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { parseStrictJson } from '../request/strict-json.ts';
import { pathOf } from '../responses/problem.ts';
import { fileLines } from './file-lines.ts';
import { toImportRow } from './row-schema.ts';

/** The rows of a file with a JSON object per line, as its chunks arrive. Empty lines are skipped. */
export async function* ndjsonRows(
  chunks: AsyncIterable<Uint8Array>,
  { resource }: Pick<FileReading, 'resource'>,
): AsyncGenerator<readonly ImportRow[], void> {
  const toRow = await validatorOf(resource);
  for await (const lines of fileLines(chunks)) {
    yield lines.kind === 'unreadable' ? [lines] : rowsOf(lines, toRow);
  }
}

type ToRow = (parsed: Readonly<{ line: number; text: string; fields: object; errors: readonly [] }>) => ImportRow;

const validatorOf = async (resource: ImportResource): Promise<ToRow> => {
  if (resource === 'products') return toImportRow;
  const { toTableRow } = await import('./table-row-schemas.ts');
  return (parsed) => toTableRow(resource, parsed);
};

type Lines = Readonly<{ bytes: Buffer; line: number }>;

const rowsOf = ({ bytes, line: firstLine }: Lines, toRow: ToRow): ImportRow[] => {
  const rows: ImportRow[] = [];
  let [start, line] = [0, firstLine];
  while (start < bytes.byteLength) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end < 0 ? bytes.byteLength : end);
    const text = content.toString('utf8').trim();
    if (text !== '') rows.push(rowOf(content, { text, line }, toRow));
    start += content.byteLength + 1;
    line += 1;
  }
  return rows;
};

const rowOf = (content: Buffer, { text, line }: Readonly<{ text: string; line: number }>, toRow: ToRow): ImportRow => {
  const parsed = parseStrictJson(content);
  if (!parsed.ok) {
    const { pointer, code, message } = parsed.error;
    const fieldErrors = [{ path: pathOf(pointer), code, message }];
    return { kind: 'invalid', text, error: importErrorOf(line, invalid(fieldErrors)) };
  }
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return toRow({ line, text, fields: value, errors: [] });
  }
  return { kind: 'invalid', text, error: { line, field: null, code: 'object.base', message: 'must be a JSON object' } };
};
