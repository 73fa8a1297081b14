import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { requireSameAnswers, type Sides, signIn, walkPast } from './client.ts';
import { CONNECTIONS, type Contestant, compete } from './load.ts';
import { compareOrderLists } from './order-lists.ts';
import { freePort, startServer } from './processes.ts';
import { type Row, report } from './report.ts';
import {
  creation,
  filteredPage,
  oneProduct,
  ordering,
  page,
  pageAfter,
  paying,
  type Requests,
  type Side,
} from './requests.ts';
import { seedPayableOrders, seedProducts } from './seed.ts';
import { DEPTH, LOAD, OWNER, say, serviceSettings } from './settings.ts';
import { measureWebhooks } from './webhooks.ts';

const BUYERS = 50;

/** More than can be paid while they are measured. */
const PAYABLE_ORDERS = 150_000;

const FLOOR = `
The floor is a bare node:http server with pg: one named statement a request, which builds the JSON in PostgreSQL, and
nothing else: no authentication, validation, rate limit, log or cursor. Both run at the same time on one machine and one
database, with ten connections to it, and are asked for the same by ${CONNECTIONS} connections, in turns. 1.00 is as fast as the floor.`;

const main = async (): Promise<void> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'commerce-bench-'));
  const port = String(await freePort());
  const serverUrl = `postgres://postgres@127.0.0.1:${port}`;
  const settings = { listen_addresses: '127.0.0.1', port };
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true });
  const stops = [removeDirectory];
  try {
    const postgres = path.join(directory, 'postgres');
    stops.push((await startEmbeddedServer({ directory: postgres, log: () => {}, settings })).stop);
    if (isAsked('orders')) await compareOrderLists(directory, serverUrl);
    else if (isAsked('webhooks')) await measureWebhooks(directory, `${serverUrl}/postgres`);
    else await compareWithFloor(directory, `${serverUrl}/postgres`);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

const compareWithFloor = async (directory: string, databaseUrl: string): Promise<void> => {
  const isMillion = isAsked('million');
  const stops: (() => Promise<void>)[] = [];
  try {
    // the service makes the tables that the floor uses too
    const service = await startServer('../../src/start.js', directory, serviceSettings(databaseUrl));
    stops.push(service.stop);
    const floor = await startServer('./floor.ts', directory, { DATABASE_URL: databaseUrl });
    stops.push(floor.stop);
    const ids = await seed(databaseUrl, isMillion ? 1_000_000 : 10_000);
    const sides = { service: service.url, floor: floor.url, ...(await signIn(service.url, OWNER)) };
    await (isMillion ? compareDepths(sides) : compareItems(sides, ids));
    say(FLOOR);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

/** Fills the database. @returns the ids of some of its products. */
const seed = async (databaseUrl: string, count: number): Promise<[string, ...string[]]> => {
  say(`Seeding ${count} products.`);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await seedProducts(pool, count);
    await seedPayableOrders(pool, PAYABLE_ORDERS);
    const { rows } = await pool.query<{ id: string }>(
      `update products set stock = 1000000000 where id in (
        select id from products where status = 'active' and currency = 'USD' order by md5(id) limit 2000
      ) returning id`,
    );
    const [first = { id: '' }, ...rest] = rows;
    return [first.id, ...rest.map(({ id }) => id)];
  } finally {
    await pool.end();
  }
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
  const writes: [string, Requests][] = [
    ['create a product', creation()],
    ['order two products', ordering(ids, 2)],
    ['pay an order', paying()],
  ];
  for (const [name, requests] of [...reads, ...writes].filter(([name]) => isWanted(name))) {
    say(`Measuring: ${name}.`);
    const both = { service: contestant(sides, 'service', requests), floor: contestant(sides, 'floor', requests) };
    const { service, floor } = await compete(both, LOAD);
    measured.push([name, service, floor]);
  }
  if (measured.length > 0) say(report('service / floor', measured));
  if (isWanted('key')) await compareCallers(sides, oneProduct(ids));
  if (isWanted('buyers')) await compareContention(sides, ids);
};

/** What it costs to tell who is calling: the same answer with a key that was seen before, and without one. */
const compareCallers = async ({ service, scopelessKey }: Sides, requests: Requests): Promise<void> => {
  say('Measuring: one product, with a key and without.');
  const reading = { url: service, requests: (connection: number) => requests('service', connection) };
  const { keyed, anonymous } = await compete(
    {
      keyed: { ...reading, headers: { authorization: `Bearer ${scopelessKey}` } },
      anonymous: { ...reading, headers: {} },
    },
    LOAD,
  );
  say(report('with a key / without', [['one product', keyed, anonymous]]));
};

/** What it costs that all buy the same: so many buyers of one product, and as many of products of their own. */
const compareContention = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<void> => {
  say(`Measuring: ${BUYERS} buyers of one product, and of many.`);
  const [first] = ids;
  const { one, many } = await compete(
    {
      one: { ...contestant(sides, 'service', ordering([first], 1)), connections: BUYERS },
      many: { ...contestant(sides, 'service', ordering(ids, 1)), connections: BUYERS },
    },
    LOAD,
  );
  say(report('one product / many', [[`${BUYERS} buyers`, one, many]]));
};

const compareDepths = async (sides: Sides): Promise<void> => {
  say(`Walking past ${DEPTH} pages.`);
  const deep = pageAfter(await walkPast(sides, DEPTH));
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

const isAsked = (option: string): boolean => process.argv.includes(`--${option}`);

/** Those whose name has the word that the program was called with; all without one. */
const isWanted = (name: string): boolean =>
  name.includes(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '');

await main();
