import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { measureCheckouts } from './checkouts.ts';
import { requireSameRows, type Sides, signIn, tagsOf } from './client.ts';
import { COPY_ROWS, FLOOR_TABLES } from './floor-tables.ts';
import { isReached, type MeasuredItem, type MeasuredSide, measureSide, tableOfGoals } from './goals.ts';
import { CONNECTIONS, measureAlternately, takeTurns } from './load.ts';
import { conditionalRead, type Measurement, reads, writes } from './measurements.ts';
import { measureCharges } from './order-charges.ts';
import { peerOption } from './peer.ts';
import { type Running, startServer } from './processes.ts';
import { report } from './report.ts';
import { oneProduct, ordering, type Requests, type Side } from './requests.ts';
import type { Mix } from './seed.ts';
import { seedDatabase } from './seed-database.ts';
import { LOAD, OWNER, say, serviceSettings } from './settings.ts';
import { withPool } from './with-pool.ts';

const BUYERS = 50;

const FLOOR = `
The floor is a bare node:http server with pg: one named statement per request over tables with few columns and indexes,
which returns the same rows in short JSON or writes its row, and nothing else: no authentication, validation, rate limit,
log, cursor, event, search index or idempotency. Both run on one machine with ten database connections each, and take turns
under the same load of ${CONNECTIONS} HTTP connections. CPU is the user and system time of the server and of its
connections' processes of PostgreSQL, for each request.`;

type Ids = readonly [string, ...string[]];

type Place = Readonly<{ directory: string; databaseUrl: string }>;

type Shop = Readonly<{ title: string; mix: Mix; measurements: (ids: Ids, sides: Sides) => Promise<Measurement[]> }>;

const MEASURED_TAGS = 100;

const allReads = async (ids: Ids, { service, floor, key }: Sides): Promise<Measurement[]> => {
  const some = ids.slice(0, MEASURED_TAGS);
  const tags = { service: await tagsOf(service, key, some), floor: await tagsOf(floor, key, some) };
  return [...reads(ids), conditionalRead(tags)];
};

const SHOPS: Readonly<Record<string, Shop>> = {
  plain: {
    title: '10,000 products in 20 categories',
    mix: {},
    measurements: async (ids, sides) => [...(await allReads(ids, sides)), ...writes(ids)],
  },
  varied: {
    title: '2,000 products with 4 variants each, in 20 categories of three levels, with 200 values of an attribute',
    mix: { variantsEach: 4, isTree: true, finishes: 200 },
    measurements: allReads,
  },
};

/** Compares the service with the floor. @returns whether each measured item reaches its goal. */
export const compareWithFloor = async (
  directory: string,
  serverUrl: string,
  isSelected: (name: string) => boolean,
): Promise<boolean> => {
  let isGood = true;
  for (const [name, shop] of Object.entries(SHOPS)) {
    await withPool(`${serverUrl}/postgres`, (pool) => pool.query(`create database ${name}`));
    await mkdir(path.join(directory, name));
    const place = { directory: path.join(directory, name), databaseUrl: `${serverUrl}/${name}` };
    isGood = (await measureShop(place, shop, isSelected)) && isGood;
  }
  say(FLOOR);
  return isGood;
};

const measureShop = async (
  { directory, databaseUrl }: Place,
  { title, mix, measurements }: Shop,
  isSelected: (name: string) => boolean,
): Promise<boolean> => {
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const service = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
    cleanups.push(service.stop);
    const ids = await seedDatabase(databaseUrl, 10_000, { mix });
    const floor = await startFloor({ directory, databaseUrl });
    cleanups.push(floor.stop);
    const sides = { service: service.url, floor: floor.url, ...(await signIn(service.url, OWNER)) };
    const items = await measurements(ids, sides);
    for (const { requests } of items.filter(({ status }) => status === undefined)) {
      if (requests('service', 0)[0]?.method === 'GET') await requireSameRows(sides, requests);
    }
    const selected = items.filter(({ name }) => isSelected(name));
    const measured = await measureItems(selected, { service, floor, key: sides.key, databaseUrl });
    if (measured.length > 0) say(tableOfGoals(title, measured));
    return (mix.isTree || (await measureOthers(sides, ids, isSelected))) && measured.every(isReached);
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

/** Gives the floor its tables with copies of the service's rows, and starts it. */
export const startFloor = async ({ directory, databaseUrl }: Place): Promise<Running> => {
  await withPool(databaseUrl, async (pool) => {
    for (const statement of `${FLOOR_TABLES};${COPY_ROWS}`.split(';')) await pool.query(statement);
  });
  return startServer('./floor.ts', directory, { DATABASE_URL: databaseUrl });
};

type Servers = Readonly<Record<Side, Running>> & Readonly<{ key: string; databaseUrl: string }>;

const measureItems = async (
  items: readonly Measurement[],
  { key, databaseUrl, ...servers }: Servers,
): Promise<MeasuredItem[]> => {
  const measured: MeasuredItem[] = [];
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    for (const { name, requests, goal, status } of items) {
      say(`Measuring: ${name}.`);
      const sideOf = (side: Side): MeasuredSide => ({
        url: servers[side].url,
        pid: servers[side].pid,
        side,
        headers: { authorization: `Bearer ${key}` },
        requests: (connection) => requests(side, connection),
        ...(status && { status }),
      });
      const sides = { service: sideOf('service'), floor: sideOf('floor') };
      const rounds = await takeTurns(sides, LOAD, (side, seconds) => measureSide(pool, side, seconds));
      measured.push({ name, goal, ...rounds });
      const peer = peerOption(name);
      if (peer !== undefined) {
        const { theirs, ours } = await measureAlternately({ theirs: peer, ours: sides.floor }, LOAD);
        say(report('peer / floor', [[name, theirs, ours]]));
      }
    }
  } finally {
    await pool.end();
  }
  return measured;
};

/** What is compared with the service itself. */
const measureOthers = async (sides: Sides, ids: Ids, isSelected: (name: string) => boolean): Promise<boolean> => {
  if (isSelected('key')) await compareCallers(sides, oneProduct(ids));
  if (isSelected('buyers')) await compareContention(sides, ids);
  const isCheap = !isSelected('charges') || (await measureCharges(sides, ids));
  if (!isCheap) say('Tax, shipping and a discount cost orders more than a fifth of their rate.');
  const isThin = !isSelected('checkouts') || (await measureCheckouts(sides, ids));
  if (!isThin) say('A cart or a checkout costs more than 1.2 times what it contains.');
  return isCheap && isThin;
};

/** The cost of authentication: the same read with a cached key and without one. */
const compareCallers = async ({ service, scopelessKey }: Sides, requests: Requests): Promise<void> => {
  say('Measuring: one product, with a key and without.');
  const reading = { url: service, requests: (connection: number) => requests('service', connection) };
  const { keyed, anonymous } = await measureAlternately(
    {
      keyed: { ...reading, headers: { authorization: `Bearer ${scopelessKey}` } },
      anonymous: { ...reading, headers: {} },
    },
    LOAD,
  );
  say(report('with a key / without', [['one product', keyed, anonymous]]));
};

/** The cost of contention: buyers of one product against as many buyers of different products. */
const compareContention = async ({ service, key }: Sides, ids: Ids): Promise<void> => {
  say(`Measuring: ${BUYERS} buyers of one product, and of many.`);
  const buying = (bought: Ids) => ({
    url: service,
    headers: { authorization: `Bearer ${key}` },
    requests: () => ordering(bought, 1)('service', 0),
    connections: BUYERS,
  });
  const { one, many } = await measureAlternately({ one: buying([ids[0]]), many: buying(ids) }, LOAD);
  say(report('one product / many', [[`${BUYERS} buyers`, one, many]]));
};
