import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { SCHEMA_FILE, schemaFileOf } from './schema-text.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'schema-'));
const server = await startEmbeddedServer({ directory, log: () => {}, settings: { fsync: 'off' } });
const database = await openDatabase(server);
try {
  await migrate(database);
  await writeFile(SCHEMA_FILE, await schemaFileOf(database.pool));
} finally {
  await database.close();
  await server.stop();
  await rm(directory, { recursive: true });
}
