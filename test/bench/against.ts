import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { signIn } from './client.ts';
import { type Candidate, measureInTurns } from './load.ts';
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
 * Compares the throughput of this tree with another commit. Both run at the same time, each from its own sources on its
 * own database of one server, seeded by its own code, and take turns under the same load.
 */
export const compareVersions = async (
  directory: string,
  serverUrl: string,
  { commit, isSelected }: Readonly<{ commit: string; isSelected: (name: string) => boolean }>,
): Promise<void> => {
  const checkout = path.join(directory, 'checkout');
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await run('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: ROOT });
    stops.push(() => run('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT }));
    await linkPackages(checkout);
    const versions = [];
    for (const [name, root] of Object.entries({ current: ROOT, against: checkout })) {
      const version = await startVersion(name, root, { directory, serverUrl });
      stops.push(version.stop);
      versions.push(version);
    }
    const [current, against] = versions as [Version, Version];
    const measured: Row[] = [];
    for (const [name, candidate] of current.candidates) {
      const other = against.candidates.get(name);
      if (other === undefined || !isSelected(name)) continue;
      say(`Measuring: ${name}.`);
      const both = await measureInTurns({ current: candidate, against: other }, LOAD);
      measured.push([name, both.current, both.against]);
    }
    say(report(`this tree / ${commit}`, measured));
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

/** Uses the installed packages where the lock files agree, which saves an installation. */
const linkPackages = async (checkout: string): Promise<void> => {
  const [ours, other] = await Promise.all(
    [ROOT, checkout].map((root) => readFile(path.join(root, 'package-lock.json'), 'utf8')),
  );
  if (ours === other) await symlink(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
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
  const program = pathToFileURL(path.join(root, 'src/start.js')).href;
  const { url, stop } = await startServer(program, folder, serviceSettings(databaseUrl));
  say(`Seeding ${name}.`);
  const ids = await seed(root, databaseUrl);
  const { key } = await signIn(url, OWNER);
  const candidates = [...reads(ids), ...writes(ids)].map(([name, requests]): [string, Candidate] => [
    name,
    {
      url,
      headers: { authorization: `Bearer ${key}` },
      requests: (connection) => requests('service', connection),
    },
  ]);
  return { candidates: new Map(candidates), stop };
};

const createDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const pool = new Pool({ connectionString: `${serverUrl}/postgres`, max: 1 });
  await pool.query(`create database ${name}`).finally(() => pool.end());
};

/** Runs a version's own seeds, which know its tables. @returns the ids of some products with ample stock. */
const seed = async (root: string, databaseUrl: string): Promise<[string, ...string[]]> => {
  const seeds = await import(pathToFileURL(path.join(root, 'test/bench/seed.ts')).href);
  return seedDatabase(databaseUrl, PRODUCTS, seeds);
};
