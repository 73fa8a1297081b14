import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { isKept, type Measured, type Target } from './limit.ts';
import { residentMemory, underLoad } from './memory.ts';
import { statusOf } from './other-address.ts';
import { seedLargeOrders, seedProducts } from './seed.ts';

const PRODUCTS = 2_000;

/** A product's text, which makes a page of a hundred several megabytes. */
const DESCRIPTION_LENGTH = 9_000;

const LOAD_MS = 16_000;

const BODY_BYTES = 1_048_576;

/** Twice the timeout of clients: its timer is only checked when it fires. */
const UNREAD_MS = 65_000;

let made = 0;

/** A page of large products; each request is different, so that none shares the work of another. */
const request = (): string => {
  made += 1;
  return `GET /api/products?limit=100&price_min=0.${String(made % 9_999).padStart(4, '0')} HTTP/1.1\r\nHost: shop\r\n\r\n`;
};

/** Makes pages large. */
export const seedLargeProducts = async (databaseUrl: string): Promise<void> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await seedProducts(pool, PRODUCTS);
  await pool.query(`update products set status = 'active', description = repeat('Größe ', $1 / 6)`, [
    DESCRIPTION_LENGTH,
  ]);
  await pool.end();
};

const opened = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // the service may close it at any time
  socket.on('error', () => {});
  await Promise.race([when(socket, 'connect'), when(socket, 'close')]);
  return socket;
};

/** Unlike `once`, it is not rejected by an error: a refused connection may be reset. */
const when = (socket: Socket, event: 'connect' | 'close'): Promise<void> =>
  new Promise((resolve) => {
    socket.once(event, () => resolve());
  });

const openMany = (url: string, count: number): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => opened(url)));

const closeAll = (sockets: readonly Socket[]): void => {
  for (const socket of sockets) socket.destroy();
};

/** Connections that send many requests at once and read the responses; closed ones are replaced. */
const pipelining =
  (url: string, connections: number, requests: number): (() => Promise<void>) =>
  async () => {
    const end = performance.now() + LOAD_MS;
    const attack = async (): Promise<void> => {
      while (performance.now() < end) {
        const socket = await opened(url);
        socket.resume();
        socket.write(Array.from({ length: requests }, request).join(''));
        await Promise.race([when(socket, 'close'), sleep(end - performance.now(), undefined, { ref: false })]);
        socket.destroy();
        await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: connections }, attack));
    // what the clients left behind must not be worked off
    await sleep(2_000);
  };

/** Requests on a connection each, all at one time. */
const single = (url: string, count: number) => async (): Promise<void> => {
  const sockets = await openMany(url, count);
  const responses = sockets.map((socket) => {
    const closed = when(socket, 'close');
    socket.resume();
    socket.write(request().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    return closed;
  });
  await Promise.race([Promise.all(responses), sleep(LOAD_MS, undefined, { ref: false })]);
  closeAll(sockets);
};

/** Clients that never read. @returns the status of another one's request after some time. */
const unread = async (url: string, count: number): Promise<number> => {
  const sockets = await openMany(url, count);
  for (const socket of sockets) {
    socket.pause();
    socket.write(request().repeat(8));
  }
  await sleep(UNREAD_MS);
  const status = await statusOf(`${url}/api/products?limit=100`);
  closeAll(sockets);
  return status;
};

/** Bodies of which the last byte never comes. */
const unfinished = (url: string, key: string, count: number) => async (): Promise<void> => {
  const sockets = await openMany(url, count);
  const headers = `Host: shop\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  for (const socket of sockets) {
    socket.resume();
    socket.write(`POST /api/products HTTP/1.1\r\n${headers}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
    socket.write(' '.repeat(BODY_BYTES - 1));
  }
  await sleep(UNREAD_MS);
  closeAll(sockets);
};

/** Event streams, as many as are accepted. */
const streams = (url: string, key: string, count: number) => async (): Promise<void> => {
  const sockets = await openMany(url, count);
  for (const socket of sockets) {
    socket.pause();
    socket.write(`GET /api/events/stream HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  }
  await sleep(UNREAD_MS);
  closeAll(sockets);
};

/** A user with many large orders. @returns the id. */
const seedLargeUser = async (databaseUrl: string): Promise<string> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<{ id: string }>('select id from users limit 1');
  const [{ id = '' } = {}] = rows;
  await seedLargeOrders(pool, id, 2_000);
  await pool.end();
  return id;
};

/** Exports of a user at the same time, read to their end. */
const exports = (url: string, key: string, userId: string, count: number) => async (): Promise<void> => {
  const one = async (): Promise<void> => {
    const response = await fetch(`${url}/api/users/${userId}/export`, { headers: { Authorization: `Bearer ${key}` } });
    for await (const _ of response.body ?? []);
    if (!response.ok) throw new Error(`The export fails with ${response.status}.`);
  };
  await Promise.all(Array.from({ length: count }, one));
};

export const measureLoads = async ({ service, key, databaseUrl }: Target): Promise<Measured[]> => {
  await seedLargeProducts(databaseUrl);
  const { url } = service;
  const attacked = { ...service, idle: await residentMemory(service.pid) };
  const measured: Measured[] = [];
  const measure = async (name: string, load: () => Promise<unknown>): Promise<void> => {
    const first = await underLoad(name, attacked, load);
    // a delay by another process does not happen twice
    const second = first.every(isKept) ? first : await underLoad(name, attacked, load);
    measured.push(...first.map((each, index) => ({ ...each, value: Math.min(each.value, second[index]?.value ?? 0) })));
  };
  await measure('12 connections that pipeline 500 requests', pipelining(url, 12, 500));
  await measure('12 connections that pipeline 10 requests', pipelining(url, 12, 10));
  await measure('3,000 requests at once', single(url, 3_000));
  await measure('200 connections that pipeline 16 requests', pipelining(url, 200, 16));
  let status = 0;
  await measure('200 connections that never read', async () => {
    status = await unread(url, 200);
  });
  measured.push({ name: 'then another client', value: status, limit: 200, unit: 'as status' });
  await measure('200 unfinished bodies', unfinished(url, key, 200));
  await measure('900 event streams', streams(url, key, 900));
  await measure('2 exports of a user with 2,000 large orders', exports(url, key, await seedLargeUser(databaseUrl), 2));
  return measured;
};
