import type { Request } from './load.ts';
import { makeCategory, makeProduct, makeRandom, type Random } from './products.ts';

export type Side = 'service' | 'floor';

/** What a connection asks a side, again and again; the seed tells the connections apart. */
export type Requests = (side: Side, seed: number) => Request[];

/** A place in the list as the service writes it, and as the floor takes it: the time and id of the item before. */
export type Position = Readonly<{ cursor: string; after: string }>;

const VARIETY = 100;

/** Both sides are asked for the same. */
const reading =
  (pathOf: (random: Random, side: Side) => string): Requests =>
  (side, seed) => {
    const random = makeRandom(seed);
    return Array.from({ length: VARIETY }, () => ({ method: 'GET', path: pathOf(random, side) }));
  };

export const page: Requests = reading(() => '/api/products?limit=20');

export const filteredPage: Requests = reading((random) => {
  const least = random.below(400);
  const range = `price_min=${least}&price_max=${least + 20 + random.below(80)}`;
  return `/api/products?limit=20&category=${encodeURIComponent(makeCategory(random))}&${range}`;
});

/** The same page further down the list. */
export const pageAfter = ({ cursor, after }: Position): Requests =>
  reading((_, side) =>
    side === 'service'
      ? `/api/products?limit=20&cursor=${cursor}`
      : `/api/products?limit=20&after=${encodeURIComponent(after)}`,
  );

export const oneProduct = (ids: readonly [string, ...string[]]): Requests =>
  reading((random) => `/api/products/${random.pick(ids)}`);

/** Orders, each of so many different products and with a key that never came before. */
export const ordering = (ids: readonly [string, ...string[]], itemsEach: number): Requests => {
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
      body: JSON.stringify({ items, email: `buyer-${made}@example.com` }),
    };
  };
  orderings += 1;
  const name = `order-${orderings}`;
  return () => [{ setupRequest }];
};

let orderings = 0;

/** The id of an unpaid order that was seeded, by its place. */
const payableId = (place: number): string => `ord_${String(place).padStart(26, '0')}`;

let paid = 0;

/** Payments by the sandbox, each of an order that nobody has paid and with a key that never came before. */
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

/** Creations, each of a product and with a key that never came before. */
export const creation = (): Requests => {
  const random = makeRandom(0);
  let made = 0;
  const setupRequest = (request: Request): Request => {
    made += 1;
    return {
      ...request,
      method: 'POST',
      path: '/api/products',
      headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': `bench-${made}` },
      body: JSON.stringify(makeProduct(random, `B${made}`)),
    };
  };
  return () => [{ setupRequest }];
};
