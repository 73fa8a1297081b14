import { Client } from 'pg';

/** The migrated template of the run; nobody stays connected to it. */
export const TEMPLATE = 'commerce_template';

/** The URL of a database on the run's PostgreSQL. */
export const urlOf = (database: string): string =>
  `postgres://postgres@127.0.0.1:${process.env['TEST_POSTGRES_PORT']}/${database}`;

/** Runs a statement that cannot run in a transaction, such as `create database`. */
export const administer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The databases created by tests. */
export const namesOfDatabases = async (): Promise<string[]> => {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^test_'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
};

let made = 0;

/** A new, migrated and empty database. @returns its URL. */
export const createDatabase = async (): Promise<string> => {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await administer(`create database ${name} template ${TEMPLATE}`);
  return urlOf(name);
};
