import { expect } from 'chai';
import { importPage, LATEST_CHOICES } from '#adapters/postgres/imports/import-queries.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { scannedTables, useSeededClient } from '../../support/builders/plans.ts';

const SEED = `
  insert into imports (id, version, status, format, on_error, rows, digest, created, updated, unchanged, failed, errors,
    created_at, updated_at, remembered_header)
  select concat('imp_', lpad(n::text, 26, '0')), 1, (array['completed', 'stopped'])[1 + n % 2], 'csv', 'stop', 0, '',
    0, 0, 0, 0, '[]', '2026-01-01'::timestamptz + n * interval '1 s', now(), n % 3000 from generate_series(1, 20000) n`;

const AFTER = { value: '2026-01-01 01:00:00+00', id: 'imp_00000000000000000000000017' };

describe('import query plans', () => {
  const client = useSeededClient(async (seeded) => {
    for (const statement of [SEED, 'vacuum analyze imports']) await seeded.query(statement);
  });

  it('find what is remembered of a header by an index', async () => {
    const { text, values = [] } = LATEST_CHOICES({ header: '17' });
    expect(await scannedTables(client(), text, values)).to.deep.equal([]);
  });

  for (const filter of [
    {},
    { status: 'stopped' },
    { status: 'running' },
    { resource: 'redirects' },
    { created_from: new Date('2026-01-01') },
  ] as const) {
    it(`find imports by an index for ${JSON.stringify(filter)}`, async () => {
      for (const after of [undefined, AFTER]) {
        const { text, values = [] } = pageStatement(importPage({ filter, page: { limit: 20, after } }));
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      }
    });
  }
});
