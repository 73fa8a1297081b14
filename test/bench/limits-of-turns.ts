import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import { BEGINNING } from '#core/events/use-cases/subscribe-to-events.ts';
import { post } from './client.ts';
import type { Measured, Target } from './limit.ts';
import { makeRandom } from './products.ts';
import { seedProducts } from './seed.ts';
import { say } from './settings.ts';
import type { Durations, Visit } from './visit.ts';

const PRODUCTS = 20_000;

const IDLE_MS = 4_000;

const LOAD_MS = 12_000;

const STREAM_MS = 2_000;

/** Orders of this many items, each with an event. */
const ORDERS = 200;
const ITEMS = 100;

/** How much longer a client may wait while another does its worst: so many times its idle median, or so long. */
const MAX_FACTOR = 5;
const MAX_MS = 500;

/** The share of a client's requests that must stay within it. */
const QUANTILE = 0.95;

/** Requests of the attacker; each search, quote and page is different, so that none shares the work of another. */
type Attack = Readonly<{
  name: string;
  connections: number;
  next: () => Readonly<{ path: string; method?: string; body?: object; lastEventId?: string }>;
  token: string;
  /** The connections come from all of them; from the address of this machine if left out. */
  addresses?: readonly string[];
}>;

/** Seeds what is searched. @returns ids of products that can be ordered. */
const seedShop = async (databaseUrl: string): Promise<string[]> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query('truncate products, product_search, search_words, categories cascade');
  await seedProducts(pool, PRODUCTS);
  await pool.query(`update products set status = 'active', stock = null`);
  await pool.query('vacuum analyze products');
  const { rows } = await pool.query<{ id: string }>("select id from products where currency = 'USD' limit 200");
  await pool.end();
  return rows.map(({ id }) => id);
};

/** Repeats requests on connections until the signal. */
const attack = async (url: string, load: Attack, signal: AbortSignal): Promise<void> => {
  const { connections, next, token, addresses = ['127.0.0.1'] } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (localAddress: string | undefined): Promise<void> =>
    new Promise((resolve) => {
      const { path, body, lastEventId, method = body === undefined ? 'GET' : 'POST' } = next();
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        authorization: `Bearer ${token}`,
      };
      const sent = request(`${url}${path}`, { agent, method, headers, signal, localAddress }, (response) => {
        response.resume().on('close', resolve);
        // a stream would go on after it has caught up
        if (lastEventId !== undefined) setTimeout(() => response.destroy(), STREAM_MS);
      });
      // the service may close it at any time
      sent.on('error', () => resolve());
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const repeat = async (connection: number): Promise<void> => {
    while (!signal.aborted) await send(addresses[connection % addresses.length]);
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => repeat(connection)));
  agent.destroy();
};

/** The durations of another client's requests while a load runs. */
const visit = async (data: Visit, load: () => Promise<unknown>): Promise<Durations> => {
  const worker = new Worker(new URL('./visit.ts', import.meta.url), { workerData: data });
  const visited = once(worker, 'message') as Promise<[Durations]>;
  await Promise.race([load(), visited]);
  worker.postMessage('end');
  const [durations] = await visited;
  return durations;
};

const quantile = (durations: readonly number[], share: number): number =>
  durations.toSorted((one, other) => one - other)[Math.ceil(durations.length * share) - 1] ?? Number.POSITIVE_INFINITY;

const searches = (): (() => Readonly<{ path: string }>) => {
  const random = makeRandom(7);
  const facets = 'category,price,attributes.colour,attributes.size';
  return () => ({
    path: `/api/products?q=l&facets=${facets}&include_total=true&limit=100&price_max=${1_000 + random.below(1_000_000) / 100}`,
  });
};

const pages = (): (() => Readonly<{ path: string }>) => {
  const random = makeRandom(8);
  return () => ({
    path: `/api/products?include_total=true&limit=100&sort=price&price_max=${100 + random.below(1_000_000)}`,
  });
};

const quotes = (productIds: readonly string[]): (() => Readonly<{ path: string; body: object }>) => {
  let made = 0;
  return () => {
    made += 1;
    const items = productIds.slice(0, 100).map((id) => ({ product_id: id, quantity: 1 + (made % 7) }));
    const discount_codes = Array.from({ length: 10 }, (_, index) => `GUESS-${made}-${index}`);
    return { path: '/api/orders?dry_run=true', body: { items, discount_codes, email: 'attacker@example.com' } };
  };
};

const CUSTOMER = { email: 'customer@example.com', password: 'the password of a customer' };

const inTurn = (kinds: readonly Attack['next'][]): Attack['next'] => {
  let made = 0;
  return () => {
    made += 1;
    const next = kinds[made % kinds.length];
    if (next === undefined) throw new Error('There is no kind.');
    return next();
  };
};

/** One client does its worst: how long the requests of another one take. */
export const measureTurns = async ({ service: { url }, key, databaseUrl }: Target): Promise<Measured[]> => {
  const [first = '', ...others] = await seedShop(databaseUrl);
  const productIds = [first, ...others] as const;
  await post(`${url}/api/users`, CUSTOMER, key);
  const { token = '' } = await post(`${url}/api/auth`, CUSTOMER);
  const pageOfShop = { name: 'Page', kind: 'publishable', allowed_origins: ['https://shop.example'] };
  const { key: pageKey = '' } = await post(`${url}/api/auth/keys`, pageOfShop, key);
  const { key: otherKey = '' } = await post(`${url}/api/auth/keys`, { name: 'Export' }, key);
  const visitor: Visit = { url, who: 'visitor', key: pageKey, productIds };
  const staff: Visit = { url, who: 'staff', key, productIds };
  await visit(visitor, () => sleep(IDLE_MS));
  const idle = { visitor: await visit(visitor, () => sleep(IDLE_MS)), staff: await visit(staff, () => sleep(IDLE_MS)) };
  const measured: Measured[] = [];
  const measure = async (load: Attack, who: keyof typeof idle): Promise<void> => {
    say(`Measuring: ${load.name}.`);
    const ending = AbortSignal.timeout(LOAD_MS);
    const during = await visit(who === 'staff' ? staff : visitor, () => attack(url, load, ending));
    for (const [kind, durations] of Object.entries(during)) {
      const limit = Math.max(MAX_MS, MAX_FACTOR * quantile(idle[who][kind] ?? [], 0.5));
      measured.push({
        name: `${load.name}: ${kind} of ${who === 'staff' ? 'the staff' : 'a visitor'}`,
        value: quantile(durations, QUANTILE),
        limit,
        unit: 'ms',
      });
    }
  };
  const wide = searches();
  await measure(
    { name: '200 connections that search with facets', connections: 200, next: wide, token: pageKey },
    'visitor',
  );
  await measure(
    { name: '40 connections that search with facets', connections: 40, next: wide, token: pageKey },
    'visitor',
  );
  await measure(
    { name: "200 connections of a customer's session that search", connections: 200, next: wide, token },
    'staff',
  );
  await measure(
    {
      name: '200 quotes of 100 items and 10 codes at once',
      connections: 200,
      next: quotes(productIds),
      token: pageKey,
    },
    'visitor',
  );
  const page = pages();
  const ofVisitor = [
    wide,
    quotes(productIds),
    () => ({ path: '/api/products?include_total=true&limit=50&sort=price' }),
  ];
  const ofCustomer = [
    ...ofVisitor,
    () => ({ path: '/api/orders?limit=50' }),
    () => ({ path: '/api/users/me', method: 'PATCH', body: { name: `Customer ${Math.random()}` } }),
  ];
  await measure(
    { name: '200 connections of all that a customer may do', connections: 200, next: inTurn(ofCustomer), token },
    'visitor',
  );
  const addresses = ['127.0.2.1', '127.0.2.2', '127.0.2.3'];
  await measure(
    { name: '90 connections of three addresses', connections: 90, next: inTurn(ofVisitor), token: pageKey, addresses },
    'visitor',
  );
  await measure(
    { name: '200 connections of pages with totals', connections: 200, next: page, token: pageKey },
    'visitor',
  );
  const invalid = () => ({ path: '/api/products?limit=none' });
  await measure(
    { name: '200 connections of invalid requests', connections: 200, next: invalid, token: pageKey },
    'visitor',
  );
  const large = { items: Array.from({ length: 1_900 }, () => 'x'.repeat(400)) };
  const invalidBody = () => ({ path: '/api/orders?dry_run=true', body: large });
  await measure(
    { name: '200 connections of large bodies', connections: 200, next: invalidBody, token: pageKey },
    'visitor',
  );
  const report = () => ({ path: '/api/analytics/sales?from=2026-01-01&to=2026-11-01&interval=day' });
  await measure({ name: '200 connections of reports', connections: 200, next: report, token: otherKey }, 'staff');
  const items = productIds.slice(0, ITEMS).map((id) => ({ product_id: id, quantity: 1 }));
  for (let made = 0; made < ORDERS; made += 1) await post(`${url}/api/orders`, { items, email: CUSTOMER.email }, key);
  // its list of orders is larger now
  idle.staff = await visit(staff, () => sleep(IDLE_MS));
  const exported = () => ({ path: '/api/orders/export' });
  await measure({ name: '90 exports of large orders', connections: 90, next: exported, token: otherKey }, 'staff');
  const pageOfOrders = () => ({ path: '/api/orders?limit=50' });
  await measure(
    { name: '90 connections of large orders', connections: 90, next: pageOfOrders, token: otherKey },
    'staff',
  );
  const past = () => ({ path: '/api/events/stream', lastEventId: BEGINNING });
  await measure({ name: '90 streams of past events', connections: 90, next: past, token: otherKey }, 'staff');
  return measured;
};
