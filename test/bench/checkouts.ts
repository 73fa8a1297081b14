import { post, type Sides } from './client.ts';
import { type Candidate, measureAlternately, type Request } from './load.ts';
import { medianRatio, report } from './report.ts';
import { LOAD, say } from './settings.ts';

/** What a cart, or a checkout, may leave of the rate of the quote, or of the order and its payment, that it contains. */
const MIN_RATIO = 1 / 1.2;

type Context = { id?: string };

const rememberId: Request['onResponse'] = (_status, body, context) => {
  (context as Context).id = JSON.parse(body).id;
};

const sending = (pathOf: (context: Context) => string, bodyOf: (context: Context) => object): Request => ({
  setupRequest: (request, context) => ({
    ...request,
    method: 'POST',
    path: pathOf(context as Context),
    headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(bodyOf(context as Context)),
  }),
});

const PAYMENT = { payment_method: { token: 'tok_success' } };

/**
 * The cost of carts and checkouts: a read of a cart against a quote of the same, and a purchase by a checkout that is
 * created and completed against one by a quote, an order and a payment.
 * @returns whether both are within the limit.
 */
export const measureCheckouts = async (sides: Sides, ids: readonly [string, ...string[]]): Promise<boolean> => {
  say('Measuring: carts and quotes, checkouts and orders that are paid.');
  const { service: url, key } = sides;
  const contents = {
    items: [ids[0], ids.at(-1)].map((id) => ({ product_id: id, quantity: 1 })),
    email: 'a@example.com',
  };
  const cart = (await post(`${url}/api/carts`, contents, key)) as { id: string };
  const candidate = (...requests: readonly Request[]): Candidate => ({
    url,
    headers: { authorization: `Bearer ${key}` },
    requests: () => [...requests],
  });
  const quote = sending(
    () => '/api/orders?dry_run=true',
    () => contents,
  );
  const order = {
    ...sending(
      () => '/api/orders',
      () => contents,
    ),
    onResponse: rememberId,
  };
  const pay = sending(
    () => '/api/payments',
    ({ id }) => ({ order_id: id, ...PAYMENT }),
  );
  const create = {
    ...sending(
      () => '/api/checkouts',
      () => contents,
    ),
    onResponse: rememberId,
  };
  const complete = sending(
    ({ id }) => `/api/checkouts/${id}/complete`,
    () => PAYMENT,
  );
  const { carts, quotes, checkouts, orders } = await measureAlternately(
    {
      carts: candidate({ method: 'GET', path: `/api/carts/${cart.id}` }),
      quotes: candidate(quote),
      checkouts: candidate(create, complete),
      orders: candidate(quote, order, pay),
    },
    { ...LOAD, rounds: 9 },
  );
  // purchases per second: one is two requests of the checkouts, and three of the orders
  const [bought, paid] = [checkouts.map((rate) => rate / 2), orders.map((rate) => rate / 3)];
  say(
    report('service / service', [
      ['a read of a cart / a quote', carts, quotes],
      ['a checkout that is completed / a quote, an order and its payment', bought, paid],
    ]),
  );
  return medianRatio(carts, quotes) >= MIN_RATIO && medianRatio(bought, paid) >= MIN_RATIO;
};
