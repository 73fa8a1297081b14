import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { freePort } from './free-port.ts';
import { leftOut } from './installed.ts';
import { administer, namesOfDatabases, TEMPLATE, urlOf } from './postgres.ts';
import { secretsInDatabase, secretsInLogs } from './secrets.ts';

// mocha prints no causes of errors with messages of several lines
fc.configureGlobal({ includeErrorInReport: true });

let server: EmbeddedServer | undefined;
let directory: string | undefined;

/** One PostgreSQL for the run, with a migrated template for every test file's database. */
export const mochaGlobalSetup = async (): Promise<void> => {
  const notice = leftOut();
  if (notice !== undefined) process.stderr.write(`${notice}\n`);
  directory = await mkdtemp(path.join(tmpdir(), 'commerce-test-'));
  const port = await freePort();
  server = await startEmbeddedServer({
    directory: path.join(directory, 'postgres'),
    log: () => {},
    // the data is deleted after the run, so it need not survive a crash
    settings: { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off', max_connections: '200' },
  });
  process.env['TEST_POSTGRES_PORT'] = String(server.port);
  process.env['TEST_LOGS'] = await mkdtemp(path.join(directory, 'logs-'));
  await administer(`create database ${TEMPLATE}`);
  const database = await openDatabase({ url: urlOf(TEMPLATE) });
  await migrate(database);
  await database.close();
};

/** Errors lose their causes on the way from a parallel job to the reporter. */
export const mochaHooks = {
  afterEach(this: Mocha.Context): void {
    const error = this.currentTest?.err;
    if (error?.cause !== undefined) error.stack = `${error.stack}\n[cause]: ${inspect(error.cause)}`;
  },
};

/** No secret may appear in any log or table of the run. */
const requireNoSecrets = async (): Promise<void> => {
  const logs = secretsInLogs(process.env['TEST_LOGS'] ?? '');
  const databases = await namesOfDatabases();
  // the server has fewer connections than the run has databases
  const limit = pLimit(20);
  const rows = (await limit.map(databases, (name) => secretsInDatabase(urlOf(name)))).flat();
  const found = [...logs, ...rows].slice(0, 5).map((text) => text.slice(0, 500));
  if (found.length > 0) throw new Error(`Secrets stand in logs or rows:\n${found.join('\n')}`);
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  try {
    await requireNoSecrets();
  } finally {
    await tidyUp();
  }
};

const tidyUp = async (): Promise<void> => {
  await server?.stop();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
};
