import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import type { Id } from '#core/shared/id.ts';
import { addDueSubscriptions } from '../support/builders/due-subscriptions.ts';
import { post, signIn } from './client.ts';
import { type Candidate, throughputOf, WARM_UP_SECONDS } from './load.ts';
import { residentMemory } from './memory.ts';
import { type Running, startServer } from './processes.ts';
import { medianRatio, report } from './report.ts';
import { paying } from './requests.ts';
import { seedPayableOrders } from './seed.ts';
import { OWNER, say, serviceSettings } from './settings.ts';

/** What a bill must reach of the rate of payments, and two workers of the rate of one, without and with latency. */
const MIN_RATIOS = { bill: 0.6, workers: 0.95, delayedWorkers: 1.6 };

const MAX_MEMORY_MB = 300;

const ROUNDS = 3;

const SECONDS = 5;

const DELAY_MS = 200;

const ORDERS = 60_000;

const CUSTOMERS = 1_000;

/** Copies of the only customer and their payment method. Files are not drawn meanwhile. */
const PREPARATION = `
  insert into users
  select made.* from users u, generate_series(1, ${CUSTOMERS}) n, jsonb_populate_record(null::users, to_jsonb(u)
    || jsonb_build_object('id', 'usr_' || lpad(n::text, 26, '0'), 'email', n || '@example.com', 'email_key', n || '@example.com')) made
  where u.email = 'ada@example.com';
  insert into payment_methods
  select made.* from payment_methods m, generate_series(1, ${CUSTOMERS}) n,
    jsonb_populate_record(null::payment_methods, to_jsonb(m)
      || jsonb_build_object('id', 'pm_' || lpad(n::text, 26, '0'), 'user_id', 'usr_' || lpad(n::text, 26, '0'))) made;
  update subscriptions set user_id = 'usr_' || lpad((n % ${CUSTOMERS} + 1)::text, 26, '0'),
    payment_method_id = 'pm_' || lpad((n % ${CUSTOMERS} + 1)::text, 26, '0')
  from (select id as copy, substr(id, 5)::integer as n from subscriptions) numbered where id = copy;
  create function skip_file() returns trigger language plpgsql as $$ begin new.pdf := ''; return new; end $$;
  create trigger skip_file before insert on invoice_files for each row execute function skip_file()`;

const BILLED = `
  select (select count(*)::integer from invoices where status = 'paid') as billed,
    (select count(*)::integer from subscriptions where next_step_at <= now()) as due`;

/** The rates of one kind of measurement, by round. */
type Rates = Readonly<Record<'payments' | 'one' | 'two' | 'delayedOne' | 'delayedTwo', number[]>>;

/**
 * The rate of bills (a period, an invoice with its number, and a sandbox charge) relative to payments over HTTP, and of two
 * workers relative to one. @returns whether all are within their limits.
 */
export const measureBilling = async (directory: string, serverUrl: string, count: number): Promise<boolean> => {
  const databaseUrl = `${serverUrl}/postgres`;
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  let peakMemory = 0;

  const start = async (name: string, settings: Readonly<Record<string, string>>): Promise<Running> => {
    const home = path.join(directory, name);
    await mkdir(home, { recursive: true });
    return startServer('../../src/commands/commerce.js', home, {
      ...serviceSettings(databaseUrl),
      PAYMENT_GATEWAYS: fileURLToPath(new URL('./delayed-gateway.ts', import.meta.url)),
      ...settings,
    });
  };

  const billed = async (): Promise<Readonly<{ billed: number; due: number }>> => (await pool.query(BILLED)).rows[0];

  /** The bills per second of some workers, once they are warm. */
  const billing = async (workers: number, delayMs: number): Promise<number> => {
    const settings = { ROLE: 'worker', GATEWAY_DELAY_MS: String(delayMs) };
    const running = await Promise.all(
      Array.from({ length: workers }, (_, index) => start(`worker-${index}`, settings)),
    );
    try {
      await sleep(1_000 * WARM_UP_SECONDS);
      const [before, since] = [await billed(), performance.now()];
      await sleep(1_000 * SECONDS);
      const [after, until] = [await billed(), performance.now()];
      if (after.due === 0) throw new Error('All subscriptions are billed: measure with more of them.');
      peakMemory = Math.max(peakMemory, ...(await Promise.all(running.map(({ pid }) => residentMemory(pid)))));
      return (1_000 * (after.billed - before.billed)) / (until - since);
    } finally {
      await Promise.all(running.map(({ stop }) => stop()));
    }
  };

  const service = await start('service', { ROLE: 'http' });
  try {
    const { key } = await signIn(service.url, OWNER);
    say(`Seeding ${count} due subscriptions.`);
    await prepareBilling(service.url, key, { databaseUrl, count, pool });
    const pay = paying();
    const orderPayments: Candidate = {
      url: service.url,
      headers: { authorization: `Bearer ${key}` },
      requests: (connection) => pay('service', connection),
    };
    await throughputOf(orderPayments, WARM_UP_SECONDS);
    const rates: Rates = { payments: [], one: [], two: [], delayedOne: [], delayedTwo: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      say(`Measuring: round ${round + 1} of ${ROUNDS}.`);
      rates.payments.push(await throughputOf(orderPayments, SECONDS));
      rates.one.push(await billing(1, 0));
      rates.two.push(await billing(2, 0));
      rates.delayedOne.push(await billing(1, DELAY_MS));
      rates.delayedTwo.push(await billing(2, DELAY_MS));
    }
    return isWithinLimits(rates, peakMemory);
  } finally {
    await service.stop();
    await pool.end();
  }
};

type Seed = Readonly<{ databaseUrl: string; count: number; pool: Pool }>;

const prepareBilling = async (url: string, key: string, { databaseUrl, count, pool }: Seed): Promise<void> => {
  const create = async (at: string, body: object) => (await post(`${url}/api/${at}`, body, key))['id'] ?? '';
  const planId = (await create('plans', {
    name: 'Team',
    pricing: 'flat',
    amount: 10,
    interval: 'month',
  })) as Id<'plan'>;
  const userId = (await create('users', { email: 'ada@example.com', name: 'Ada' })) as Id<'usr'>;
  const method = { user_id: userId, token: 'tok_success' };
  const paymentMethodId = (await create('payment_methods', method)) as Id<'pm'>;
  await seedPayableOrders(pool, ORDERS);
  await addDueSubscriptions(databaseUrl, { planId, userId, paymentMethodId }, count);
  await pool.query(PREPARATION);
  await pool.query('vacuum analyze');
};

const isWithinLimits = (rates: Rates, memory: number): boolean => {
  const rows = [
    ['a bill / a payment', rates.one, rates.payments, MIN_RATIOS.bill],
    ['two workers / one', rates.two, rates.one, MIN_RATIOS.workers],
    [`two workers / one, ${DELAY_MS} ms of latency`, rates.delayedTwo, rates.delayedOne, MIN_RATIOS.delayedWorkers],
  ] as const;
  say(
    report(
      'ratio',
      rows.map(([name, ours, others]) => [name, ours, others]),
    ),
  );
  const missed = rows.filter(([, ours, others, least]) => medianRatio(ours, others) < least);
  for (const [name, , , least] of missed) say(`${name}: less than ${least}.`);
  say(`memory of a worker: ${(memory / MAX_MEMORY_MB).toFixed(2)} of ${MAX_MEMORY_MB} MB`);
  return missed.length === 0 && memory < MAX_MEMORY_MB;
};
