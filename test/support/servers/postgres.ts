import { Client } from 'pg';
import { ensurePostgres, postgresPort } from './postgres-server.ts';

/**
 * The database that each test database is a copy of: migrated and empty. PostgreSQL copies only a database without
 * connections.
 */
export const TEMPLATE = 'commerce_template';

/** The URL of a database on the run's PostgreSQL. */
export const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${postgresPort()}/${database}`;

/** Runs a statement on the server's own database, such as `create database`. */
export const administer = async (statement: string): Promise<void> => {
  await ensurePostgres();
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Runs a step while a database accepts no connections and those that were open have ended. */
export const duringOutage = async (url: string, step: () => Promise<void>): Promise<void> => {
  const name = nameOf(url);
  await administer(`alter database ${name} allow_connections false`);
  try {
    await administer(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`);
    await step();
  } finally {
    await administer(`alter database ${name} allow_connections true`);
  }
};

/** The names of the databases that `createDatabase` made, also in other processes of the run. */
export const namesOfDatabases = async (): Promise<string[]> => {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^test_'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
};

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Removes a database that nobody is connected to. */
export const dropDatabase = (url: string): Promise<void> => administer(`drop database ${nameOf(url)}`);

let count = 0;

/** Creates a migrated and empty database. @returns its URL. */
export const createDatabase = async (): Promise<string> => {
  count += 1;
  const name = `test_${process.pid}_${count}`;
  // a fifth of the time of the default strategy, which writes the template to the log
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  return urlOf(name);
};
