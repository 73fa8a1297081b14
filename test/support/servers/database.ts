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

/** The columns of tables, by table. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns of all tables, except those with the given prefixes. */
export const columnsOf = async (url: string, without: readonly string[] = []): Promise<Columns> => {
  const rows = await runSql(
    url,
    `select table_name::text as table, json_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
    where table_schema = 'public' group by 1 order by 1`,
  );
  const all = rows.map(({ table, columns }): [string, string[]] => [String(table), columns as string[]]);
  return new Map(all.filter(([table]) => !without.some((prefix) => table.startsWith(prefix))));
};

/** The contents of columns as text, of all by default; of the rows that fulfil the condition of their table, if there is one. */
export const dumpOf = async (
  url: string,
  columns?: Columns,
  where: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const tables = [...(columns ?? (await columnsOf(url)))];
  const dumps = tables.map(([table, names]) => {
    const row = `select ${names.map((name) => `"${name}"`).join(', ')} from "${table}" where ${where[table] ?? true}`;
    return runSql(url, `select row_to_json(t)::text as row from (${row}) t order by row_to_json(t)::text collate "C"`);
  });
  return JSON.stringify(await Promise.all(dumps));
};
