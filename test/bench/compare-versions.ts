import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { signIn } from './client.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { reads, writes } from './measurements.ts';
import { startServer } from './processes.ts';
import { type Row, report } from './report.ts';
import { seedDatabase } from './seed-database.ts';
import { LOAD, OWNER, say, serviceSettings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRODUCTS = 10_000;

const run = promisify(execFile);

/** A running version with a candidate for each measurement. */
type Version = Readonly<{ candidates: ReadonlyMap<string, Candidate>; stop: () => Promise<void> }>;

/**
 * Compares the throughput of this tree, the current version, with that of another commit, the baseline. Both run at the
 * same time, each from its own sources on a database of its own, seeded by its own code, and are measured alternately
 * under the same load.
 */
export const compareVersions = async (
  directory: string,
  serverUrl: string,
  { commit, isSelected }: Readonly<{ commit: string; isSelected: (name: string) => boolean }>,
): Promise<void> => {
  const checkout = path.join(directory, 'checkout');
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    await run('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: ROOT });
    cleanups.push(() => run('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT }));
    await linkPackages(checkout);
    const start = async (name: string, root: string): Promise<Version> => {
      const version = await startVersion(name, root, { directory, serverUrl });
      cleanups.push(version.stop);
      return version;
    };
    const current = await start('current', ROOT);
    const baseline = await start('baseline', checkout);
    const measured: Row[] = [];
    for (const [name, candidate] of current.candidates) {
      const inBaseline = baseline.candidates.get(name);
      if (inBaseline === undefined || !isSelected(name)) continue;
      say(`Measuring: ${name}.`);
      const both = await measureAlternately({ current: candidate, baseline: inBaseline }, LOAD);
      measured.push([name, both.current, both.baseline]);
    }
    say(report(`this tree / ${commit}`, measured));
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

/** Uses the installed packages where the lock files agree, which saves an installation. */
const linkPackages = async (checkout: string): Promise<void> => {
  const [current, baseline] = await Promise.all(
    [ROOT, checkout].map((root) => readFile(path.join(root, 'package-lock.json'), 'utf8')),
  );
  if (current === baseline) await symlink(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
  else await run('npm', ['ci'], { cwd: checkout });
};

const startVersion = async (
  name: string,
  root: string,
  { directory, serverUrl }: Readonly<{ directory: string; serverUrl: string }>,
): Promise<Version> => {
  const databaseUrl = `${serverUrl}/${name}`;
  await createDatabase(serverUrl, name);
  const folder = path.join(directory, name);
  await mkdir(folder);
  const { program, options } = await startOf(root);
  const settings = { ...serviceSettings(databaseUrl), NODE_OPTIONS: options };
  const { url, stop } = await startServer(program, folder, settings);
  say(`Seeding ${name}.`);
  const ids = await seed(root, databaseUrl);
  const { key } = await signIn(url, OWNER);
  const candidates = [...reads(ids), ...writes(ids)].map(({ name, requests }): [string, Candidate] => [
    name,
    {
      url,
      headers: { authorization: `Bearer ${key}` },
      requests: (connection) => requests('service', connection),
    },
  ]);
  return { candidates: new Map(candidates), stop };
};

/** What `npm start` runs in a version, and what it gives Node. */
const startOf = async (root: string): Promise<Readonly<{ program: string; options: string }>> => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const words: string[] = scripts.start.split(' ');
  const file = words.find((word) => word.endsWith('.js')) ?? '';
  const options = words.filter((word) => word.startsWith('--')).join(' ');
  return { program: pathToFileURL(path.join(root, file)).href, options };
};

const createDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const pool = new Pool({ connectionString: `${serverUrl}/postgres`, max: 1 });
  await pool.query(`create database ${name}`).finally(() => pool.end());
};

/** Runs a version's own seeds, which know its tables. @returns the ids of some products with ample stock. */
const seed = async (root: string, databaseUrl: string): Promise<[string, ...string[]]> => {
  const seeds = await import(pathToFileURL(path.join(root, 'test/bench/seed.ts')).href);
  return seedDatabase(databaseUrl, PRODUCTS, { seeds });
};
