import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { signIn, walkPast } from './client.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { reads } from './measurements.ts';
import { type Running, startServer } from './processes.ts';
import { medianRatio, type Row, report } from './report.ts';
import { page, pageAfter, type Requests } from './requests.ts';
import { seedDatabase } from './seed-database.ts';
import { DEPTH, LOAD, OWNER, say, serviceSettings } from './settings.ts';
import { withPool } from './with-pool.ts';

const SIZES = { few: 10_000, many: 1_000_000 };

/** What a read of ten thousand products may reach of itself, relative to a million. */
const MAX_RATIO = 1.2;

type Shop = Running & Readonly<{ key: string; ids: readonly [string, ...string[]] }>;

/** The cost of reads of a million products relative to ten thousand. @returns whether each is within the limit. */
export const compareSizes = async (
  directory: string,
  serverUrl: string,
  isSelected: (name: string) => boolean,
): Promise<boolean> => {
  const cleanups: (() => Promise<void>)[] = [];
  const serve = async (name: keyof typeof SIZES): Promise<Shop> => {
    const databaseUrl = `${serverUrl}/${name}`;
    await withPool(`${serverUrl}/postgres`, (pool) => pool.query(`create database ${name}`));
    const home = path.join(directory, name);
    await mkdir(home);
    const service = await startServer('../../src/commands/commerce.js', home, serviceSettings(databaseUrl));
    cleanups.push(service.stop);
    const ids = await seedDatabase(databaseUrl, SIZES[name]);
    return { ...service, ids, key: (await signIn(service.url, OWNER)).key };
  };
  try {
    const [few, many] = [await serve('few'), await serve('many')];
    const readsOfMany = new Map(reads(many.ids).map(({ name, requests }) => [name, requests]));
    const measured: Row[] = [];
    for (const { name, requests } of reads(few.ids).filter((read) => isSelected(read.name))) {
      say(`Measuring: ${name}.`);
      const both = { few: candidate(few, requests), many: candidate(many, readsOfMany.get(name) ?? requests) };
      const rounds = await measureAlternately(both, LOAD);
      measured.push([name, rounds.few, rounds.many]);
    }
    if (measured.length > 0) say(report(`throughput with ${SIZES.few} products / ${SIZES.many}`, measured));
    if (isSelected('deep')) {
      const cursor = await walkPast({ service: many.url, key: many.key }, DEPTH);
      const both = { first: candidate(many, page), deep: candidate(many, pageAfter(cursor)) };
      const { first, deep } = await measureAlternately(both, LOAD);
      say(report(`throughput of page 1 / page ${DEPTH}`, [['deep page', first, deep]]));
    }
    return measured.every(([, ours, others]) => medianRatio(ours, others) <= MAX_RATIO);
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

const candidate = ({ url, key }: Shop, requests: Requests): Candidate => ({
  url,
  headers: { authorization: `Bearer ${key}` },
  requests: (connection) => requests('service', connection),
});
