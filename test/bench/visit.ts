import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { OTHER_ADDRESS } from './other-address.ts';

/** What a worker does until it gets a message; it posts the durations of each kind in milliseconds. */
export type Visit = Readonly<{
  url: string;
  /** A visitor also quotes and checks out. */
  who: 'visitor' | 'staff';
  key: string;
  productIds: readonly [string, ...string[]];
}>;

export type Durations = Readonly<Record<string, readonly number[]>>;

const PAUSE_MS = 50;

/** An address may order as a guest 60 times an hour. */
const GUEST_ADDRESSES = 200;

type Call = Readonly<{ path: string; body?: object; localAddress?: string }>;

const { url, who, key, productIds } = workerData as Visit;

/** @throws Error if the request fails. */
const call = ({ path, body, localAddress = OTHER_ADDRESS }: Call): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, localAddress, agent: false, headers: { authorization: `Bearer ${key}` } };
    const sent = request(`${url}${path}`, options, async (response) => {
      try {
        const text = (await response.toArray()).join('');
        if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path} fails with ${response.statusCode}: ${text}`));
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject);
    if (body !== undefined) sent.setHeader('content-type', 'application/json');
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

let made = 0;

const cart = () => {
  made += 1;
  const items = [0, 1].map((index) => ({ product_id: productIds[(made + index) % productIds.length], quantity: 1 }));
  return { items, email: `visitor-${randomUUID()}@example.com` };
};

const checkOut = (): Promise<unknown> => {
  const localAddress = `127.0.1.${1 + (made % GUEST_ADDRESSES)}`;
  return call({ path: '/api/orders', body: cart(), localAddress });
};

const steps: Readonly<Record<string, () => Promise<unknown>>> =
  who === 'visitor'
    ? {
        read: () => call({ path: `/api/products/${productIds[made % productIds.length]}` }),
        quote: () => call({ path: '/api/orders?dry_run=true', body: cart() }),
        checkout: checkOut,
      }
    : {
        product: () => call({ path: `/api/products/${productIds[made % productIds.length]}` }),
        'order list': () => call({ path: '/api/orders?limit=20' }),
      };

const durations: Record<string, number[]> = {};
let isDone = false;

const repeat = async (name: string, step: () => Promise<unknown>): Promise<void> => {
  const own: number[] = [];
  durations[name] = own;
  while (!isDone) {
    const begin = performance.now();
    await step();
    own.push(performance.now() - begin);
    await sleep(PAUSE_MS);
  }
};

// a thread of its own, which the attack does not slow down
parentPort?.once('message', () => {
  isDone = true;
});
await Promise.all(Object.entries(steps).map(([name, step]) => repeat(name, step)));
parentPort?.postMessage(durations);
