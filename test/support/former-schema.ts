import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { administer, urlOf } from './postgres.ts';

/** A new database as the migrations up to this one left it. */
export const openDatabaseAt = async (name: string, migration: string): Promise<Database> => {
  await administer(`create database ${name}`);
  const database = await openDatabase({ url: urlOf(name) });
  await database.orm.migrator.up({ to: migration });
  return database;
};

const COLUMNS = `
  select string_agg(column_name, ', ') as names from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`;

/** Inserts rows into tables in one transaction. Members that are no column of their table are ignored. */
export const insertRows = async (
  { pool }: Database,
  tables: Readonly<Record<string, readonly object[]>>,
): Promise<void> => {
  const client = await pool.connect();
  await client.query('begin');
  for (const [table, rows] of Object.entries(tables)) {
    const [columns] = (await client.query<{ names: string }>(COLUMNS, [table])).rows;
    await client.query(
      `insert into ${table} (${columns?.names})
       select ${columns?.names} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query('commit');
  client.release();
};
