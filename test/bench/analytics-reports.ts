import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { SEEDED_YEAR, seedSales } from '../support/seeding/seed-sales.ts';
import { addDatabase } from './analytics-shop.ts';
import { signIn } from './client.ts';
import type { Measured } from './limit.ts';
import { residentMemory } from './memory.ts';
import { startServer } from './processes.ts';
import { median } from './report.ts';
import { OWNER, say, serviceSettings } from './settings.ts';

const FEW_ORDERS = 10_000;
const MAX_REBUILD_MB = 300;
const SAMPLE_MS = 100;
const READS = 15;

/** In per cent; `plain` for a million orders: the aggregate takes as long as there are orders. */
const LIMITS = { many: 300, plain: 5, quarterHours: 400 };

/** What a report of the year would be without figures. */
const PLAIN = `
  select date_trunc('day', created_at, 'UTC') as day, sum(total) as gross, sum(amount_refunded) as refunds, count(*) as orders
  from orders where amount_paid > 0 and currency = 'USD' and created_at >= '${SEEDED_YEAR}-01-01'
  group by 1 order by 1`;

type Place = Readonly<{ directory: string; serverUrl: string }>;

/** Measures how long the reports of a year take, and the memory of a rebuild. */
export const measureReports = async (place: Place, orders: number): Promise<readonly Measured[]> => {
  const few = await measureYear(place, FEW_ORDERS);
  const many = await measureYear(place, orders);
  const percent = (name: string, part: number, whole: number, limit: number): Measured => {
    return { name: `reports: ${name}`, value: (100 * part) / whole, limit, unit: '%' };
  };
  return [
    percent(`a year of ${orders} orders by day, of one of ${FEW_ORDERS}`, many.days, few.days, LIMITS.many),
    percent('a year by day, of the plain aggregate', many.days, many.plain, (LIMITS.plain * 1_000_000) / orders),
    percent('a year by day in Asia/Kathmandu, of UTC', many.quarterHours, many.days, LIMITS.quarterHours),
    { name: 'rebuild: resident memory', value: many.memory, limit: MAX_REBUILD_MB, unit: 'MB' },
  ];
};

type Year = Readonly<{ memory: number; days: number; quarterHours: number; plain: number }>;

/** Seeds a year of orders, counts them, and reads its reports: memory in MB, times in ms. */
const measureYear = async ({ directory, serverUrl }: Place, orders: number): Promise<Year> => {
  const databaseUrl = await addDatabase(serverUrl, `sales_${orders}`);
  // nothing is counted before the rebuild
  const settings = { ...serviceSettings(databaseUrl), ANALYTICS: 'off' };
  const service = await startServer('../../src/commands/commerce.js', directory, settings);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    say(`Seeding ${orders} paid orders.`);
    await seedSales(pool, orders);
    const memory = await rebuild(directory, settings);
    await pool.query('vacuum analyze');
    const { key } = await signIn(service.url, OWNER);
    const get = async (query: string): Promise<void> => {
      const range = `from=${SEEDED_YEAR}-01-01&to=${SEEDED_YEAR + 1}-01-01`;
      const reply = await fetch(`${service.url}/api/analytics/${query}&${range}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      if (reply.status !== 200) throw new Error(`${query} was answered with ${reply.status}.`);
      await reply.arrayBuffer();
    };
    const times = {
      days: await timeOf('a year by day', () => get('sales?interval=day')),
      quarterHours: await timeOf('by day in Asia/Kathmandu', () => get('sales?interval=day&timezone=Asia/Kathmandu')),
      plain: await timeOf('the plain aggregate', () => pool.query(PLAIN)),
    };
    // without limits: these depend on how many buyers and products there are
    await timeOf('users by day', () => get('users?interval=day'));
    await timeOf('top products', () => get('sales?interval=month&group_by=product'));
    await timeOf('top users', () => get('sales?interval=month&group_by=user'));
    return { memory, ...times };
  } finally {
    await pool.end();
    await service.stop();
  }
};

/** The median time in ms. */
const timeOf = async (name: string, read: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  say(`  ${name}: ${median(times).toFixed(1)} ms`);
  return median(times);
};

/** The most memory that a rebuild takes, in MB. */
const rebuild = async (directory: string, settings: Readonly<Record<string, string>>): Promise<number> => {
  const start = fileURLToPath(new URL('../../src/commands/commerce.js', import.meta.url));
  const began = performance.now();
  const child = spawn(process.execPath, [start, 'analytics-rebuild'], {
    cwd: path.join(directory),
    env: settings,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, (await residentMemory(child.pid ?? 0).catch(() => 0)) || 0);
    await Promise.race([sleep(SAMPLE_MS), exited]);
  }
  if (child.exitCode !== 0) throw new Error('The rebuild failed.');
  say(`  rebuilt in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  return peak;
};
