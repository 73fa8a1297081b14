import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { Agent } from 'undici';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { signIn } from './client.ts';
import { startServer } from './processes.ts';
import { report } from './report.ts';
import { OWNER, say, serviceSettings } from './settings.ts';

const EVENTS = 1_000;
const ENDPOINTS = 10;
const ROUNDS = 5;
const AT_ONCE = 160;

const LATENCY_EVENTS = 1_000;
const LATENCY_RATE = 100;

const DEAD = 20;

type ReceiverStats = Readonly<{ count: number; first: number; last: number; arrivals: Record<string, number> }>;

type Bench = Readonly<{ service: string; key: string; receiver: string; pool: Pool }>;

const ids = makeTypeIds(systemClock);
const agent = new Agent();

/**
 * The throughput of webhooks relative to bare posts by the same client, their latency, and their isolation from each
 * other.
 */
export const measureWebhooks = async (directory: string, databaseUrl: string): Promise<void> => {
  const settings = { ...serviceSettings(databaseUrl), WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await startServer('../../src/commands/commerce.js', directory, settings);
  const receiver = await startServer('./receiver.ts', directory, {});
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const { key } = await signIn(service.url, OWNER);
    const bench = { service: service.url, key, receiver: receiver.url, pool };
    await measureLatency(bench, 'just started');
    await measureLatency(bench, 'running');
    await measureFanOut(bench);
    await measureBesideDead(bench);
  } finally {
    await pool.end();
    await agent.destroy();
    await receiver.stop();
    await service.stop();
  }
};

const call = async ({ service, key }: Bench, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const reply = await agent.request({ origin: service, path, ...request });
  const text = await reply.body.text();
  return text === '' ? {} : JSON.parse(text);
};

const register = async (bench: Bench, url: string): Promise<string> =>
  (await call(bench, 'POST', '/api/webhooks', { url, events: ['product.created'] })).id;

const forget = (bench: Bench) => fetch(`${bench.receiver}/forget`, { method: 'POST' });

const statsOf = async ({ receiver }: Bench): Promise<ReceiverStats> =>
  (await (await fetch(receiver)).json()) as ReceiverStats;

/** Waits for a number of requests. */
const received = async (bench: Bench, count: number): Promise<ReceiverStats> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const state = await statsOf(bench);
    if (state.count >= count) return state;
    await sleep(100);
  }
  throw new Error(`${count} requests never came.`);
};

const rate = ({ count, first, last }: ReceiverStats): number => (count - 1) / (last - first);

/** Adds events of new products, without positions. */
const addEvents = async ({ pool }: Bench, count: number, data: object): Promise<void> => {
  const rows = Array.from({ length: count }, () => ({ id: ids.next('evt'), resource_id: ids.next('prod') }));
  await pool.query(
    `insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at)
     select id, 'product.created', resource_id, 1, 1, $2, '{}', now()
     from json_to_recordset($1) as row (id text, resource_id text)`,
    [JSON.stringify(rows), JSON.stringify(data)],
  );
};

const barePosts = async ({ receiver }: Bench, count: number, body: string): Promise<void> => {
  const program = fileURLToPath(new URL('./bare-posts.ts', import.meta.url));
  const posting = spawn(process.execPath, [program, receiver, String(count), String(AT_ONCE), body], {
    stdio: 'inherit',
  });
  await once(posting, 'exit');
};

const measureFanOut = async (bench: Bench): Promise<void> => {
  say(`Measuring: ${EVENTS} events for ${ENDPOINTS} webhooks.`);
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => register(bench, bench.receiver)));
  const product = await call(bench, 'POST', '/api/products', { name: 'A product of a benchmark', price: 5 });
  const [event] = (await call(bench, 'GET', '/api/events?limit=1')).data;
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(500);
    await forget(bench);
    await addEvents(bench, EVENTS, product);
    ours.push(rate(await received(bench, EVENTS * ENDPOINTS)));
    await forget(bench);
    await barePosts(bench, EVENTS * ENDPOINTS, JSON.stringify(event));
    bare.push(rate(await received(bench, EVENTS * ENDPOINTS)));
  }
  for (const id of endpoints) await call(bench, 'DELETE', `/api/webhooks/${id}`);
  say(report('webhooks / bare posts', [[`${EVENTS} events for ${ENDPOINTS} webhooks`, ours, bare]]));
};

/** From the response to a write, which follows its commit, to the request at the receiver. */
const measureLatency = async (bench: Bench, state: string): Promise<void> => {
  say(`Measuring: ${LATENCY_RATE} events a second, ${state}.`);
  const id = await register(bench, bench.receiver);
  await forget(bench);
  const respondedAt = new Map<string, number>();
  const create = async (): Promise<void> => {
    const { id: productId } = await call(bench, 'POST', '/api/products', { name: 'A product', price: 5 });
    respondedAt.set(productId, performance.timeOrigin + performance.now());
  };
  const writes: Promise<void>[] = [];
  const begin = performance.now();
  for (let count = 0; count < LATENCY_EVENTS; count += 1) {
    await sleep(Math.max(0, begin + (count * 1000) / LATENCY_RATE - performance.now()));
    writes.push(create());
  }
  await Promise.all(writes);
  const { arrivals } = await received(bench, LATENCY_EVENTS);
  const delays: number[] = [];
  let path = '/api/events?type=product.created&limit=100';
  while (delays.length < LATENCY_EVENTS) {
    const page = await call(bench, 'GET', path);
    for (const event of page.data) {
      delays.push((arrivals[event.id] ?? Number.NaN) - (respondedAt.get(event.resource_id) ?? Number.NaN));
    }
    path = `/api/events?type=product.created&limit=100&cursor=${page.next_cursor}`;
  }
  await call(bench, 'DELETE', `/api/webhooks/${id}`);
  const sorted = delays.sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  say(
    `\nfrom commit to receiver, ${state}: median ${share(at(0.5), 20)} of 20 ms, p99 ${share(at(0.99), 100)} of 100 ms\n`,
  );
};

const share = (value: number, limit: number): string => (value / limit).toFixed(2);

const measureBesideDead = async (bench: Bench): Promise<void> => {
  say(`Measuring: ${EVENTS} events for a webhook beside ${DEAD} that never answer.`);
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await Promise.all(Array.from({ length: DEAD }, () => register(bench, `http://127.0.0.1:${port}`)));
  await register(bench, bench.receiver);
  await forget(bench);
  const product = await call(bench, 'POST', '/api/products', { name: 'A product of a benchmark', price: 5 });
  const begin = performance.timeOrigin + performance.now();
  await addEvents(bench, EVENTS - 1, product);
  const { last } = await received(bench, EVENTS);
  say(`\nbeside ${DEAD} that never answer: all within ${share(last - begin, 10_000)} of 10 s\n`);
  silent.close();
};
