import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { signIn } from './client.ts';
import { startServer } from './processes.ts';
import { report } from './report.ts';
import { seedProducts } from './seed.ts';
import { OWNER, say, serviceSettings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SAMPLE_MS = 100;

/** Four in five are variants. */
const VARIANTS_EACH = 4;

/** What an import of new products writes. */
const WRITTEN = ['products', 'events', 'product_prices', 'product_search', 'search_words'];

const EMPTY = `truncate ${WRITTEN.join(', ')}, former_slugs, stock_adjustments, category_counts, category_count_changes, imports cascade`;

type Place = Readonly<{ directory: string; databaseUrl: string; pool: Pool }>;

/**
 * Exports products and imports them into an empty database, by the command line and over HTTP, beside one statement that
 * writes the same rows of all tables from copies.
 */
export const measureImports = async (directory: string, databaseUrl: string, count: number): Promise<void> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const place = { directory, databaseUrl, pool };
  const file = path.join(directory, 'products.csv');
  try {
    await withService(place, async () => {});
    say(`Seeding ${count} products.`);
    await seedProducts(pool, count, { variantsEach: VARIANTS_EACH });
    // variants name their parent by its SKU
    await pool.query('update products set sku = slug where sku is null');
    const exported = await runCommand(place, 'export', file);
    await pool.query(EMPTY);
    say('Measuring: imports.');
    const imported = await runCommand(place, 'import', file);
    await requireImported(pool, count);
    const statement = await writeAtOnce(pool);
    await pool.query(EMPTY);
    const uploaded = await withService(place, (url, key) => upload(url, key, file));
    await requireImported(pool, count);
    say(
      report('rows per second / one statement', [
        ['import by command line', [count / imported.seconds], [count / statement]],
        ['import over HTTP', [count / uploaded], [count / statement]],
        ['export by command line', [count / exported.seconds], [count / statement]],
      ]),
    );
    say(`Memory: ${exported.megabytes.toFixed(0)} MB to export, ${imported.megabytes.toFixed(0)} MB to import.`);
  } finally {
    await pool.end();
  }
};

const withService = async <T>(
  { directory, databaseUrl }: Place,
  use: (url: string, key: string) => Promise<T>,
): Promise<T> => {
  const service = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
  try {
    return await use(service.url, (await signIn(service.url, OWNER)).key);
  } finally {
    await service.stop();
  }
};

/** Runs a command of the operator on a file. @returns how long it took, and the most memory that it had. */
const runCommand = async (
  { directory, databaseUrl }: Place,
  command: 'import' | 'export',
  file: string,
): Promise<{ seconds: number; megabytes: number }> => {
  const start = performance.now();
  const env = serviceSettings(databaseUrl);
  const child = spawn(process.execPath, [path.join(ROOT, 'src/commands/commerce.js'), command, file], {
    cwd: directory,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const ended = once(child, 'exit');
  let kilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? kilobytes);
    await sleep(SAMPLE_MS);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The ${command} failed: ${await errors}`);
  return { seconds: (performance.now() - start) / 1000, megabytes: kilobytes / 1024 };
};

/** @returns how many seconds it took. */
const upload = async (url: string, key: string, file: string): Promise<number> => {
  const start = performance.now();
  const { size } = await stat(file);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv', 'Content-Length': size };
  const sent = request(`${url}/api/products/import`, { method: 'POST', headers });
  const answered = once(sent, 'response');
  await pipeline(createReadStream(file), sent);
  const [reply] = await answered;
  const result = await json(reply);
  if (reply.statusCode >= 300)
    throw new Error(`The upload was answered ${reply.statusCode}: ${JSON.stringify(result)}`);
  return (performance.now() - start) / 1000;
};

const requireImported = async (pool: Pool, count: number): Promise<void> => {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from products');
  if (rows[0]?.count !== count) throw new Error(`${rows[0]?.count} of ${count} products were imported.`);
};

/** Empties the tables and writes their rows again in one statement. @returns how many seconds it took. */
const writeAtOnce = async (pool: Pool): Promise<number> => {
  for (const table of WRITTEN) await pool.query(`create table copied_${table} as select * from ${table}`);
  await pool.query(EMPTY);
  await pool.query('vacuum analyze');
  const inserts = await Promise.all(WRITTEN.map((table) => insertion(pool, table)));
  const parts = inserts.map((insert, index) => `written_${index} as (${insert})`);
  const start = performance.now();
  await pool.query(`with ${parts.join(', ')} select`);
  return (performance.now() - start) / 1000;
};

const insertion = async (pool: Pool, table: string): Promise<string> => {
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const columns = rows[0]?.columns;
  return `insert into ${table} (${columns}) select ${columns} from copied_${table}`;
};
