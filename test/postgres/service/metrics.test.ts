import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { poolGauges } from '#adapters/postgres/connection/pool-gauges.ts';
import { eventually } from '../../support/eventually.ts';
import { aLog } from '../../support/log.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { createDatabase, duringOutage } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const metricsOf = async (app: TestApp): Promise<string> => (await app.call('/metrics', { key: null })).text;

/** The names of the values in a scrape, without those of Node itself. */
const valuesIn = (text: string): Set<string> => {
  const names = [...text.matchAll(/^([a-z_]+)[ {]/gm)].map(([, name = '']) => name);
  return new Set(names.filter((name) => !/^(process|nodejs)_/.test(name)));
};

onStorage('postgres', 'the metrics', ({ app }) => {
  it('are in the documentation, each once, with an alert and what to do', async () => {
    const types = [...(await metricsOf(app())).matchAll(/^# TYPE ([a-z_]+) /gm)].map(([, name = '']) => name);
    const own = types.filter((name) => !/^(process|nodejs)_/.test(name));
    const document = await readFile(path.join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
    const [, section = ''] = document.split('\n## Metrics and alerts\n');
    const rows = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|').slice(1, -1)] : []));
    for (const cells of rows) expect(cells.filter((cell) => cell.trim() !== '')).to.have.length(4);
    const documented = rows.flatMap(([names = '']) => [...names.matchAll(/`([a-z_]+)[`{]/g)].map(([, name]) => name));
    expect(documented.filter((name) => !name?.startsWith('nodejs_'))).to.have.members(own);
  });

  it('include the versions of the service and of Node', async () => {
    const manifest = await readFile(path.join(import.meta.dirname, '../../../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await metricsOf(app())).to.include(`build_info{version="${version}",node="${process.versions.node}"} 1\n`);
  });
});

describe('the metrics of a process without background work', () => {
  it('have the gauges of the storage, so that alerts fire when no worker runs', async () => {
    const app = await startApp({ DATABASE_URL: await createDatabase(), ROLE: 'http' });
    try {
      expect([...valuesIn(await metricsOf(app))]).to.include.members(STORAGE_GAUGES);
    } finally {
      await app.stop();
    }
  });
});

describe('the metrics while PostgreSQL is away', () => {
  it('are those of the process, with one line in the log', async () => {
    const { log, lines } = aLog();
    const databaseUrl = await createDatabase();
    const app = await startApp({ DATABASE_URL: databaseUrl }, { log });
    try {
      const before = valuesIn(await metricsOf(app));
      await duringOutage(databaseUrl, async () => {
        await eventually('the gauges of the storage have no value', async () => {
          const during = valuesIn(await metricsOf(app));
          return isDeepStrictEqual([...before].filter((name) => !during.has(name)).sort(), STORAGE_GAUGES);
        });
      });
      const messages = lines.map(({ message }) => message);
      expect(messages.filter((message) => message === 'the storage is not available; retrying')).to.have.length(1);
      expect(messages.filter((message) => message.startsWith('gauges could not be read'))).to.deep.equal([]);
      await eventually('all gauges have a value', async () => {
        const after = valuesIn(await metricsOf(app));
        return [...before].every((name) => after.has(name));
      });
    } finally {
      await app.stop();
    }
  });
});

/** Gauges that are read from the storage. */
const STORAGE_GAUGES = [
  'analytics_backlog',
  'analytics_backlog_oldest_seconds',
  'event_backlog',
  'event_backlog_oldest_seconds',
  'invoice_files_failing',
  'invoice_files_pending',
  'mails_oldest_seconds',
  'mails_pending',
  'payment_check_overdue_seconds',
  'payment_operations_oldest_seconds',
  'payment_operations_pending',
  'payments_needing_attention',
  'webhook_deliveries_oldest_seconds',
  'webhook_deliveries_pending',
];

describe('the gauges of connections to PostgreSQL', () => {
  let database: Database;

  before(async () => {
    database = await openDatabase({ url: await createDatabase() });
  });
  after(() => database.close());

  /** In use, idle, maximum and waiting, by pool. */
  const read = async (): Promise<Record<string, number[]>> => {
    const values = Object.values(await poolGauges(database).read());
    const pools: Record<string, number[]> = {};
    for (const { labels, value } of values.flatMap((each) => (typeof each === 'number' ? [] : each))) {
      const { pool = '' } = labels;
      pools[pool] = [...(pools[pool] ?? []), value];
    }
    return pools;
  };

  it('count the connections of each pool that are in use and idle, and what waits for one', async () => {
    expect(await read()).to.deep.equal({
      transactions: [0, 0, 10, 0],
      statements: [0, 0, 6, 0],
      public_reads: [0, 0, 4, 0],
      public_searches: [0, 0, 2, 0],
    });
    const used = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
    const waiting = [database.pool.connect(), database.pool.connect()];
    const during = await read();
    for (const client of used) client.release();
    for (const client of await Promise.all(waiting)) client.release();
    expect(during['transactions']).to.deep.equal([10, 0, 10, 2]);
    expect((await read())['transactions']).to.deep.equal([0, 10, 10, 0]);
  });
});
