import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedServer } from '#adapters/postgres/embedded-server.ts';
import { requireSameAnswers, type Sides, signIn, walk } from './client.ts';
import { type Contestant, compete } from './load.ts';
import { freePort, startServer } from './processes.ts';
import { type Row, report } from './report.ts';
import { creation, deepPage, filteredPage, oneProduct, page, type Requests, type Side } from './requests.ts';
import { seedProducts } from './seed.ts';

const OWNER = { email: 'owner@example.com', password: 'the password of a benchmark' };
const LOAD = { rounds: 7, seconds: 1.5 };
const DEPTH = 5_000;

const main = async (isMillion: boolean): Promise<void> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'commerce-bench-'));
  const port = String(await freePort());
  const postgres = await startEmbeddedServer({
    directory: path.join(directory, 'postgres'),
    log: () => {},
    settings: { listen_addresses: '127.0.0.1', port },
  });
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await bench(directory, databaseUrl, isMillion);
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

const bench = async (directory: string, databaseUrl: string, isMillion: boolean): Promise<void> => {
  // the service makes the tables that the floor uses too
  const service = await startServer({
    program: '../../src/start.js',
    directory,
    settings: serviceSettings(databaseUrl),
  });
  const floor = await startServer({ program: './floor.ts', directory, settings: { DATABASE_URL: databaseUrl } });
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    say(`Seeding ${isMillion ? 'a million' : '10,000'} products.`);
    await seedProducts(pool, isMillion ? 1_000_000 : 10_000);
    const sides = { service: service.url, floor: floor.url, key: await signIn(service.url, OWNER) };
    await (isMillion ? compareDepths(sides) : compareItems(sides, await someIds(pool)));
  } finally {
    await pool.end();
    await Promise.all([service.stop(), floor.stop()]);
  }
};

/** The service as it ships, in production; its rates are counted, and too high to be reached. */
const serviceSettings = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PORT: '0',
  SECRET_KEY: 'the secret key of a benchmark, long enough',
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
  RATE_LIMIT: '999999999/60',
  LOG_LEVEL: 'info',
});

const someIds = async (pool: Pool): Promise<[string, ...string[]]> => {
  const { rows } = await pool.query<{ id: string }>('select id from products order by md5(id) limit 2000');
  const [first = { id: '' }, ...rest] = rows;
  return [first.id, ...rest.map(({ id }) => id)];
};

const contestant = (sides: Sides, side: Side, requests: Requests): Contestant => ({
  url: sides[side],
  headers: { authorization: `Bearer ${sides.key}` },
  requests: (connection) => requests(side, connection),
});

const compareItems = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<void> => {
  const reads: [string, Requests][] = [
    ['page of 20', page],
    ['page of 20 by category and price range', filteredPage],
    ['one product', oneProduct(ids)],
  ];
  for (const [, requests] of reads) await requireSameAnswers(sides, requests);
  const measured: Row[] = [];
  for (const [name, requests] of [...reads, ['create a product', creation()] as const]) {
    say(`Measuring: ${name}.`);
    const both = { service: contestant(sides, 'service', requests), floor: contestant(sides, 'floor', requests) };
    const { service, floor } = await compete(both, LOAD);
    measured.push([name, service, floor]);
  }
  say(report('service / floor', measured));
};

const compareDepths = async (sides: Sides): Promise<void> => {
  say(`Walking to page ${DEPTH}.`);
  const positions = await walk(sides, DEPTH);
  const deep = deepPage(positions);
  await requireSameAnswers(sides, deep);
  say('Measuring.');
  const measured = await compete(
    {
      first: contestant(sides, 'service', page),
      deep: contestant(sides, 'service', deep),
      floorFirst: contestant(sides, 'floor', page),
      floorDeep: contestant(sides, 'floor', deep),
    },
    LOAD,
  );
  say(
    report('service / floor', [
      ['page 1', measured.first, measured.floorFirst],
      [`page ${DEPTH}`, measured.deep, measured.floorDeep],
    ]),
  );
  say(report(`cost of page ${DEPTH} / page 1`, [['service', measured.first, measured.deep]]));
};

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

await main(process.argv.includes('--million'));
