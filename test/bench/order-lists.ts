import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { seedOrders } from '../support/seeding/seed-orders.ts';
import { signIn, walkPast } from './client.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { startServer } from './processes.ts';
import { type Row, report } from './report.ts';
import { DEPTH, LOAD, OWNER, say, serviceSettings } from './settings.ts';
import { withPool } from './with-pool.ts';

const padded = (number: number): string => String(number).padStart(26, '0');

/** The lists of a back office. */
const LISTS: Readonly<Record<string, string>> = {
  'all orders': '',
  'open orders': '&status=open',
  'orders to be sent': '&status=open&payment_status=paid&fulfillment_status=partially_fulfilled',
  'completed orders': '&status=completed',
  'orders of a user': `&user_id=usr_${padded(16)}`,
  'orders with an e-mail': '&email=buyer-17@example.com',
  'orders of a product': `&product_id=prod_${padded(7)}`,
  'an order by number': '&number=4711',
};

const SIZES = { few: 10_000, many: 1_000_000 };

/** The cost of lists of a million orders relative to ten thousand, and of page 5,000 relative to page 1. */
export const compareOrderLists = async (directory: string, serverUrl: string): Promise<void> => {
  const cleanups: (() => Promise<void>)[] = [];
  const serve = async (name: keyof typeof SIZES): Promise<{ url: string; key: string }> => {
    const databaseUrl = `${serverUrl}/${name}`;
    await withPool(`${serverUrl}/postgres`, (pool) => pool.query(`create database ${name}`));
    await mkdir(path.join(directory, name));
    const service = await startServer(
      '../../src/commands/commerce.js',
      path.join(directory, name),
      serviceSettings(databaseUrl),
    );
    cleanups.push(service.stop);
    say(`Seeding ${SIZES[name]} orders.`);
    await withPool(databaseUrl, (pool) => seedOrders(pool, SIZES[name]));
    return { url: service.url, key: (await signIn(service.url, OWNER)).key };
  };
  try {
    const [few, many] = [await serve('few'), await serve('many')];
    const requesting = ({ url, key }: typeof few, query: string): Candidate => ({
      url,
      headers: { authorization: `Bearer ${key}` },
      requests: () => [{ method: 'GET', path: `/api/orders?limit=20${query}` }],
    });
    const measured: Row[] = [];
    for (const [name, query] of Object.entries(LISTS)) {
      say(`Measuring: ${name}.`);
      const both = await measureAlternately({ few: requesting(few, query), many: requesting(many, query) }, LOAD);
      measured.push([name, both.few, both.many]);
    }
    say(report(`throughput with ${SIZES.few} orders / ${SIZES.many}`, measured));
    const cursor = await walkPast({ service: many.url, key: many.key }, DEPTH, 'orders');
    const { first, deep } = await measureAlternately(
      { first: requesting(many, ''), deep: requesting(many, `&cursor=${cursor}`) },
      LOAD,
    );
    say(report(`throughput of page 1 / page ${DEPTH}`, [['all orders', first, deep]]));
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};
