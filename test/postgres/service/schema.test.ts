import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { SCHEMA_FILE, schemaFileOf } from '../../support/documents/schema-text.ts';
import { administer, urlOf } from '../../support/servers/postgres.ts';

describe('schema.sql', () => {
  let processes: readonly Database[];

  before(async () => {
    const name = `test_${process.pid}_schema`;
    await administer(`create database ${name}`);
    processes = await Promise.all([1, 2, 3].map(() => openDatabase({ url: urlOf(name) })));
  });
  after(() => Promise.all(processes.map((database) => database.close())));

  it('is the schema that processes make of an empty database, whatever their number', async () => {
    await Promise.all(processes.map((database) => migrate(database)));
    const [present] = await Promise.all(processes.map(({ pool }) => schemaFileOf(pool)));
    expect(await readFile(SCHEMA_FILE, 'utf8'), 'Run `npm run schema`').to.equal(present);
  });
});
