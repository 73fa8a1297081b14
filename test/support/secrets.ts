import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { OWNER } from './calls.ts';

/** The passwords of tests. */
export const PASSWORD = 'a fine long password of theirs';
export const NEW_PASSWORD = 'another fine long password';

/** Keys, session tokens, mailed tokens and test passwords. */
const SECRETS = `cp[krsv]_[0-9A-Za-z]{49}|${[OWNER.password, PASSWORD, NEW_PASSWORD].join('|')}`;

/** Stores a service's log for the end of the run, if requested. */
export const keepLog = (lines: readonly string[]): void => {
  const directory = process.env['TEST_LOGS'];
  if (directory === undefined || lines.length === 0) return;
  appendFileSync(path.join(directory, `${process.pid}.log`), `${lines.join('\n')}\n`);
};

/** The log lines of a folder that contain a secret. */
export const secretsInLogs = (directory: string): string[] => {
  const lines = readdirSync(directory).flatMap((file) => readFileSync(path.join(directory, file), 'utf8').split('\n'));
  return lines.filter((line) => new RegExp(SECRETS).test(line));
};

const TABLES = `select tablename as name from pg_tables where schemaname = 'public'`;

/** The rows of a database that contain a secret, each with its table. */
export const secretsInDatabase = async (url: string): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    const found: string[] = [];
    for (const { name } of tables) {
      const text = `select row_to_json(t)::text as row from "${name}" t where row_to_json(t)::text ~ $1`;
      const { rows } = await client.query<{ row: string }>(text, [SECRETS]);
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  } finally {
    await client.end();
  }
};
