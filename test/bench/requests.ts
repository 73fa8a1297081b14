import type { Request } from './load.ts';
import { MATERIALS, makeCategory, makeProduct, makeRandom, type Random, THINGS } from './products.ts';

/** The service, or the floor: a minimal server for the same responses, which shows how fast the service could be. */
export type Side = 'service' | 'floor';

/** The requests that a connection repeats on a side; each connection has its own seed. */
export type Requests = (side: Side, seed: number) => Request[];

const VARIETY = 100;

/** The same requests for both sides. */
const reading =
  (pathOf: (random: Random) => string): Requests =>
  (_side, seed) => {
    const random = makeRandom(seed);
    return Array.from({ length: VARIETY }, () => ({ method: 'GET', path: pathOf(random) }));
  };

export const page: Requests = reading(() => '/api/products?limit=20');

export const countedPage: Requests = reading(() => '/api/products?limit=20&include_total=true');

export const filteredPage: Requests = reading((random) => {
  const least = random.below(400);
  const range = `price_min=${least}&price_max=${least + 20 + random.below(80)}`;
  const category = encodeURIComponent(makeCategory(random));
  return `/api/products?limit=20&category=${category}&${range}&include_total=true`;
});

export const search: Requests = reading((random) => {
  const words = `${random.pick(MATERIALS)}+${random.pick(THINGS)}`.toLowerCase();
  return `/api/products?limit=20&q=${words}&include_total=true`;
});

/** The same page further down the list. */
export const pageAfter = (cursor: string): Requests => reading(() => `/api/products?limit=20&cursor=${cursor}`);

export const oneProduct = (ids: readonly [string, ...string[]]): Requests =>
  reading((random) => `/api/products/${random.pick(ids)}`);

/** Reads of products that the client has already, by their entity tags on each side. */
export const unchangedProduct =
  (tags: Readonly<Record<Side, ReadonlyMap<string, string>>>): Requests =>
  (side) =>
    [...tags[side]].map(([id, tag]) => ({
      method: 'GET',
      path: `/api/products/${id}`,
      headers: { 'if-none-match': tag },
    }));

/** Orders of some different products with some other fields, each with a new idempotency key. */
export const ordering = (ids: readonly [string, ...string[]], itemsEach: number, fields: object = {}): Requests => {
  const random = makeRandom(0);
  let made = 0;
  const setupRequest = (request: Request): Request => {
    made += 1;
    const bought = new Set<string>();
    while (bought.size < itemsEach) bought.add(random.pick(ids));
    const items = [...bought].map((id) => ({ product_id: id, quantity: 1 + random.below(3) }));
    return {
      ...request,
      method: 'POST',
      path: '/api/orders',
      headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': `${name}-${made}` },
      body: JSON.stringify({ items, email: `buyer-${made}@example.com`, ...fields }),
    };
  };
  orderings += 1;
  const name = `order-${orderings}`;
  return () => [{ setupRequest }];
};

let orderings = 0;

/** The id of a seeded unpaid order by its number. */
const payableId = (index: number): string => `ord_${String(index).padStart(26, '0')}`;

let paid = 0;

/** Sandbox payments, each of an unpaid order and with a new idempotency key. */
export const paying = (): Requests => {
  const setupRequest = (request: Request): Request => {
    paid += 1;
    return {
      ...request,
      method: 'POST',
      path: '/api/payments',
      headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': `pay-${paid}` },
      body: JSON.stringify({ order_id: payableId(paid), payment_method: { token: 'tok_success' } }),
    };
  };
  return () => [{ setupRequest }];
};

let creations = 0;

/** Creations of products, each with a new idempotency key, in the categories that a function chooses. */
export const creation = (categoryOf = makeCategory): Requests => {
  const random = makeRandom(0);
  creations += 1;
  const name = creations;
  let made = 0;
  const setupRequest = (request: Request): Request => {
    made += 1;
    return {
      ...request,
      method: 'POST',
      path: '/api/products',
      headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': `bench-${name}-${made}` },
      body: JSON.stringify({ ...makeProduct(random, `B${name}-${made}`), category: categoryOf(random) }),
    };
  };
  return () => [{ setupRequest }];
};
