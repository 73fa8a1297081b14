import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { OWNER } from '../servers/calls.ts';

/** The password of users in tests, and the one that they change it to. */
export const PASSWORD = 'a long password of a user';
export const NEW_PASSWORD = 'a new password of a user';

/**
 * Tokens by their prefixes, and the passwords of tests: `cpk_` begins an API key, `cps_` a session, `cpr_` a mailed token
 * that resets a password, `cpi_` one that accepts an invitation, and `cpv_` one that verifies an e-mail address.
 */
const TOKENS = [
  'cp[ikrsv]_[0-9A-Za-z]{49}',
  // the secret of a second factor, and a recovery code
  '[A-Z2-7]{32}',
  '[A-Z2-7]{4}(-[A-Z2-7]{4}){3}',
];
const PASSWORDS = [OWNER.password, PASSWORD, NEW_PASSWORD];

/** Finds each secret, and also encrypted texts, which are long enough to contain what looks like a token. */
const POSSIBLE_SECRETS = [...TOKENS, ...PASSWORDS].join('|');

/** What is around a token: no other letter, but for an escaped line break or character of an address. */
const [BEFORE, AFTER] = [String.raw`(?<![0-9A-Za-z_-])|(?<=\\[nrt])|(?<=%[0-9A-F]{2})`, '(?![0-9A-Za-z_-])'];

const SECRETS = new RegExp([...TOKENS.map((token) => `(${BEFORE})(${token})(${AFTER})`), ...PASSWORDS].join('|'));

/**
 * Appends lines of a service's log to a file in the folder `TEST_LOGS`, which is searched for secrets at the end of the
 * run. Does nothing without the variable.
 */
export const keepLog = (lines: readonly string[]): void => {
  const directory = process.env['TEST_LOGS'];
  if (directory === undefined || lines.length === 0) return;
  appendFileSync(path.join(directory, `${process.pid}.log`), `${lines.join('\n')}\n`);
};

/** The log lines of a folder that contain a secret. */
export const secretsInLogs = (directory: string): string[] => {
  const lines = readdirSync(directory).flatMap((file) => readFileSync(path.join(directory, file), 'utf8').split('\n'));
  return lines.filter((line) => SECRETS.test(line));
};

const FILLED_TABLES = `
  select relname as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`;

/** The rows of a database that contain a secret, each with its table. */
export const secretsInDatabase = async (url: string): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(FILLED_TABLES);
    const found: string[] = [];
    for (const { name } of tables) {
      const text = `select row_to_json(t)::text as row from "${name}" t where row_to_json(t)::text ~ $1`;
      const { rows } = await client.query<{ row: string }>(text, [POSSIBLE_SECRETS]);
      found.push(...rows.filter(({ row }) => SECRETS.test(row)).map(({ row }) => `${name}: ${row}`));
    }
    return found;
  } finally {
    await client.end();
  }
};
