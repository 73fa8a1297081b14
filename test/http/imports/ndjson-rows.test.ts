import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ndjsonRows } from '#adapters/http/imports/ndjson-rows.ts';
import type { ImportRow } from '#core/imports/import-row.ts';

/** The line and the field of each row's error; null for a valid row. */
const errorsOf = async (...lines: readonly string[]) => {
  const rows: ImportRow[] = [];
  const file = Readable.from([Buffer.from(lines.join('\n'))]);
  for await (const batch of ndjsonRows(file, { resource: 'products' })) rows.push(...batch);
  return rows.map((row) => (row.kind === 'row' ? null : { line: row.error.line, field: row.error.field }));
};

describe('rows of files with a JSON object per line', () => {
  it('name the field of an error by its path, with the characters of its names', async () => {
    expect(
      await errorsOf(
        '{"sku": "S-1", "name": "a", "price": 1}',
        '{"price": 0.12345678901234567890123}',
        '{"metadata": {"a/b~c~1": "\\u0000"}}',
        '{"images": [{}, {"url": "\\ud800"}]}',
        '{',
      ),
    ).to.deep.equal([
      null,
      { line: 2, field: 'price' },
      { line: 3, field: 'metadata.a/b~c~1' },
      { line: 4, field: 'images.1.url' },
      { line: 5, field: null },
    ]);
  });
});
