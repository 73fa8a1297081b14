import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import { measureAnalytics } from './analytics.ts';
import { measureBilling } from './billing.ts';
import { measureCatalogue } from './catalogue.ts';
import { requireSameResponses, type Sides, signIn, walkPast } from './client.ts';
import { compareVersions } from './compare-versions.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDocuments } from './documents.ts';
import { measureImports } from './imports.ts';
import { measureInvoices } from './invoices.ts';
import { measureLimits } from './limits.ts';
import { type Candidate, CONNECTIONS, measureAlternately } from './load.ts';
import { reads, writes } from './measurements.ts';
import { measureCharges } from './order-charges.ts';
import { compareOrderLists } from './order-lists.ts';
import { freePort, startServer } from './processes.ts';
import { type Row, report } from './report.ts';
import { oneProduct, ordering, page, pageAfter, type Requests, type Side } from './requests.ts';
import { seedDatabase } from './seed-database.ts';
import {
  DEPTH,
  LOAD,
  OWNER,
  ordersOption,
  productsOption,
  say,
  serviceSettings,
  subscriptionsOption,
} from './settings.ts';
import { measureWebhooks } from './webhooks.ts';

const BUYERS = 50;

const FLOOR = `
The floor is a bare node:http server with pg: one named statement per request, which builds the JSON in PostgreSQL, and
nothing else: no authentication, validation, rate limit, log or cursor. Both run at the same time on one machine and one
database, with ten database connections each, and are measured alternately under the same load of ${CONNECTIONS} HTTP
connections. 1.00 is the floor's throughput.`;

const main = async (): Promise<void> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'commerce-bench-'));
  const port = String(await freePort());
  const serverUrl = `postgres://postgres@127.0.0.1:${port}`;
  const settings = { listen_addresses: '127.0.0.1', port };
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true });
  const cleanups = [removeDirectory];
  try {
    const postgres = path.join(directory, 'postgres');
    cleanups.push((await startEmbeddedServer({ directory: postgres, log: () => {}, settings })).stop);
    if (baseline !== undefined) await compareVersions(directory, serverUrl, { commit: baseline, isSelected });
    else if (words[0] === 'limits')
      process.exitCode = await measureLimits(directory, `${serverUrl}/postgres`, words[1]);
    else if (hasOption('catalogue')) await measureCatalogue(directory, `${serverUrl}/postgres`, isSelected);
    else if (hasOption('imports')) await measureImports(directory, `${serverUrl}/postgres`, productsOption(100_000));
    else if (hasOption('orders')) await compareOrderLists(directory, serverUrl);
    else if (hasOption('invoices')) process.exitCode = (await measureInvoices(directory, serverUrl)) ? 0 : 1;
    else if (hasOption('billing'))
      process.exitCode = (await measureBilling(directory, serverUrl, subscriptionsOption(100_000))) ? 0 : 1;
    else if (hasOption('analytics'))
      process.exitCode = (await measureAnalytics(directory, serverUrl, { orders: ordersOption(1_000_000), isSelected }))
        ? 0
        : 1;
    else if (hasOption('dashboard')) {
      const sizes = { orders: ordersOption(1_000_000), products: productsOption(1_000_000) };
      process.exitCode = (await measureDashboard(directory, serverUrl, sizes)) ? 0 : 1;
    } else if (hasOption('webhooks')) await measureWebhooks(directory, `${serverUrl}/postgres`);
    else await compareWithFloor(directory, `${serverUrl}/postgres`);
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

const compareWithFloor = async (directory: string, databaseUrl: string): Promise<void> => {
  const isMillion = hasOption('million');
  const cleanups: (() => Promise<void>)[] = [];
  try {
    // the service creates the tables that the floor uses too
    const service = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
    cleanups.push(service.stop);
    const floor = await startServer('./floor.ts', directory, { DATABASE_URL: databaseUrl });
    cleanups.push(floor.stop);
    const ids = await seedDatabase(databaseUrl, isMillion ? 1_000_000 : 10_000);
    const sides = { service: service.url, floor: floor.url, ...(await signIn(service.url, OWNER)) };
    await (isMillion ? compareDepths(sides) : compareOperations(sides, ids));
    say(FLOOR);
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

const candidate = (sides: Sides, side: Side, requests: Requests): Candidate => ({
  url: sides[side],
  headers: { authorization: `Bearer ${sides.key}` },
  requests: (connection) => requests(side, connection),
});

const compareOperations = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<void> => {
  for (const [, requests] of reads(ids)) await requireSameResponses(sides, requests);
  const measured: Row[] = [];
  for (const [name, requests] of [...reads(ids), ...writes(ids)].filter(([name]) => isSelected(name))) {
    say(`Measuring: ${name}.`);
    const both = { service: candidate(sides, 'service', requests), floor: candidate(sides, 'floor', requests) };
    const { service, floor } = await measureAlternately(both, LOAD);
    measured.push([name, service, floor]);
  }
  if (measured.length > 0) say(report('service / floor', measured));
  if (isSelected('key')) await compareCallers(sides, oneProduct(ids));
  if (isSelected('charges') && !(await measureCharges(sides, ids))) {
    process.exitCode = 1;
    say('Tax, shipping and a discount cost orders more than a fifth of their rate.');
  }
  if (isSelected('buyers')) await compareContention(sides, ids);
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
const compareContention = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<void> => {
  say(`Measuring: ${BUYERS} buyers of one product, and of many.`);
  const [first] = ids;
  const { one, many } = await measureAlternately(
    {
      one: { ...candidate(sides, 'service', ordering([first], 1)), connections: BUYERS },
      many: { ...candidate(sides, 'service', ordering(ids, 1)), connections: BUYERS },
    },
    LOAD,
  );
  say(report('one product / many', [[`${BUYERS} buyers`, one, many]]));
};

const compareDepths = async (sides: Sides): Promise<void> => {
  say(`Walking past ${DEPTH} pages.`);
  const deep = pageAfter(await walkPast(sides, DEPTH));
  await requireSameResponses(sides, deep);
  say('Measuring.');
  const measured = await measureAlternately(
    {
      first: candidate(sides, 'service', page),
      deep: candidate(sides, 'service', deep),
      floorFirst: candidate(sides, 'floor', page),
      floorDeep: candidate(sides, 'floor', deep),
    },
    LOAD,
  );
  say(
    report('service / floor', [
      ['page 1', measured.first, measured.floorFirst],
      [`page ${DEPTH}`, measured.deep, measured.floorDeep],
    ]),
  );
  say(report(`throughput of page 1 / page ${DEPTH}`, [['service', measured.first, measured.deep]]));
};

const hasOption = (option: string): boolean => process.argv.includes(`--${option}`);

/** The commit that follows `--against` on the command line; HEAD without one. */
const baseline = hasOption('against') ? (process.argv[process.argv.indexOf('--against') + 1] ?? 'HEAD') : undefined;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--') && word !== baseline);

/** Whether an item's name contains the word on the command line, if there is one. */
const isSelected = (name: string): boolean => name.includes(words[0] ?? '');

if (hasOption('documents')) process.exitCode = await measureDocuments();
else await main();
