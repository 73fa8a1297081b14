import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterRun } from './after-run.ts';
import { secretsInDatabase, secretsInLogs } from './builders/secrets.ts';
import { leftOut } from './installed.ts';
import { administer, namesOfDatabases, TEMPLATE, urlOf } from './servers/postgres.ts';
import { offerPostgres, type RunPostgres } from './servers/postgres-server.ts';

// mocha prints no causes of errors with messages of several lines
fc.configureGlobal({ includeErrorInReport: true });

let postgres: RunPostgres | undefined;
let directory: string | undefined;

/** Offers one PostgreSQL to the run, with a migrated template for every test file's database. */
export const mochaGlobalSetup = async (): Promise<void> => {
  const notice = leftOut();
  if (notice !== undefined) process.stderr.write(`${notice}\n`);
  directory = await mkdtemp(path.join(await temporaryFolder(), 'commerce-test-'));
  // PostgreSQL runs as another user when the tests are root
  await chmod(directory, 0o755);
  process.env['TMPDIR'] = directory;
  process.env['TEST_LOGS'] = await mkdtemp(path.join(directory, 'logs-'));
  postgres = await offerPostgres(directory, makeTemplate);
};

const MEMORY = '/dev/shm';

/** What the files of a run take at most; most are copies of the template. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/** Memory where there is plenty: a database is copied there in a tenth of the time. */
const temporaryFolder = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const isRoomy = bavail * bsize > NEEDED_BYTES && process.availableMemory() > 1.5 * NEEDED_BYTES;
  return isRoomy ? MEMORY : tmpdir();
};

const makeTemplate = async (): Promise<void> => {
  const { openDatabase } = await import('#adapters/postgres/connection/database.ts');
  const { migrate } = await import('#adapters/postgres/migrations/migrate.ts');
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
  const found = [...logs, ...(await secretsInDatabases())].slice(0, 5).map((text) => text.slice(0, 500));
  if (found.length > 0) throw new Error(`Secrets stand in logs or rows:\n${found.join('\n')}`);
};

const secretsInDatabases = async (): Promise<string[]> => {
  if (!postgres?.isStarted()) return [];
  const { default: pLimit } = await import('p-limit');
  // the server has fewer connections than the run has databases
  const limit = pLimit(20);
  return (await limit.map(await namesOfDatabases(), (name) => secretsInDatabase(urlOf(name)))).flat();
};

export const mochaGlobalTeardown = async (): Promise<void> => {
  for (const close of afterRun) await close();
  try {
    await requireNoSecrets();
  } finally {
    await tidyUp();
  }
};

const tidyUp = async (): Promise<void> => {
  await postgres?.stop();
  // a browser that a worker left writes into its profile until it has ended
  if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};
