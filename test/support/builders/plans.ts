import { expect } from 'chai';
import { Client } from 'pg';
import { createDatabase, dropDatabase } from '../servers/postgres.ts';

type Plan = Readonly<{
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Subplan Name'?: string;
  'CTE Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: readonly Plan[];
}>;

/** Gives the tests of a suite a connection to a database of its own, seeded before the first, whose plans may scan tables. */
export const useSeededClient = (seed: (client: Client) => Promise<void>): (() => Client) => {
  let client: Client;
  let url: string;
  before(async () => {
    url = await createDatabase();
    client = new Client({ connectionString: url, options: '-c enable_seqscan=on' });
    await client.connect();
    await seed(client);
  });
  after(async () => {
    await client.end();
    // no service has written its many rows, so the search for secrets need not read them
    await dropDatabase(url);
  });
  return () => client;
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The tables that a statement scans completely, in its custom and generic plan. */
export const scannedTables = async (client: Client, text: string, values: readonly unknown[]): Promise<string[]> => {
  const scanned: string[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query(`prepare hot as ${text}`);
    const literals = values.map((value) => client.escapeLiteral(toText(value))).join(', ');
    const execute = values.length === 0 ? 'execute hot' : `execute hot (${literals})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${execute}`);
    await client.query('deallocate hot');
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    scanned.push(...scans.map((node) => `${node['Relation Name']} (${mode})`));
  }
  return scanned;
};

/** The number of rows that a statement touches when it runs. */
export const rowsTouched = async (client: Client, text: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
  const touchedBy = (plan: Plan): number =>
    plan['Relation Name'] === undefined
      ? 0
      : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).reduce((sum, plan) => sum + touchedBy(plan), 0);
};

/**
 * The number of blocks that a statement and its functions touch when it runs. The root of a plan counts all of it except
 * writes in a `with` that nothing reads.
 */
export const blocksTouched = async (client: Client, text: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
  const root: Plan = rows[0]['QUERY PLAN'][0].Plan;
  const nodes = nodesOf(root);
  const read = new Set(nodes.map((node) => `CTE ${node['CTE Name']}`));
  const unread = nodes.filter(({ 'Subplan Name': name }) => name?.startsWith('CTE ') && !read.has(name));
  return [root, ...unread].reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0);
};

type Sent = Readonly<{ text: string; values?: readonly unknown[] }>;

/** Requires that statements scan no table, and that each touches fewer rows than a number. */
export const expectIndexed = async (client: Client, statements: readonly Sent[], most: number): Promise<void> => {
  for (const { text, values = [] } of statements) {
    expect(await scannedTables(client, text, values)).to.deep.equal([]);
    await client.query('begin');
    const touched = await rowsTouched(client, text, values);
    await client.query('rollback');
    expect(touched).to.be.lessThan(most);
  }
};

const toText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map((item) => `"${toText(item)}"`).join(',')}}` : String(value);
};
