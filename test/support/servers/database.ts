import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs statements on a connection of their own. @returns the rows of the last. */
export const runSql = async (url: string, ...statements: string[]): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};

const BLOCKED = `
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Holds a statement's locks while `during` runs, which can wait until others wait for the lock. */
export const whileLocked = async <T>(
  url: string,
  statement: string,
  during: (untilBlocked: (count?: number) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return await during(async (count = 1) => {
      while (Number((await runSql(url, BLOCKED))[0]?.['count']) < count) await sleep(10);
    });
  } finally {
    await client.query('rollback');
    await client.end();
  }
};

/** The contents of all tables as text, except those with the given prefixes, and nulls if they are omitted. */
export const dumpOf = async (
  url: string,
  { without = [], omitsNulls = false }: { without?: readonly string[]; omitsNulls?: boolean } = {},
): Promise<string> => {
  const row = omitsNulls ? 'json_strip_nulls(row_to_json(t))' : 'row_to_json(t)';
  const all = await runSql(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const tables = all.filter(({ name }) => !without.some((prefix) => String(name).startsWith(prefix)));
  const dumps = tables.map(({ name }) => runSql(url, `select ${row}::text as row from "${name}" t`));
  return JSON.stringify(await Promise.all(dumps));
};
