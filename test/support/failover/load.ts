import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf, type Reply } from '../servers/calls.ts';

/** What the service has acknowledged to the clients. */
type Acknowledged = Readonly<{
  /** The ids of orders and of their payments, by the number of the purchase. */
  orders: Map<number, string>;
  payments: Map<number, string>;
  /** The last price of each product. */
  prices: Map<string, number>;
}>;

/** A load of clients that repeat a request under its `Idempotency-Key` until it is answered. */
export type Load = Readonly<{
  acknowledged: Acknowledged;
  /** Resolves to the longest time between two answered purchases, in milliseconds, once everything is answered. */
  stop(): Promise<number>;
}>;

type Options = Readonly<{ urls: readonly string[]; key: string; sold: string; priced: readonly string[] }>;

const BUYERS = 5;

/** Each buyer buys some two times a second. */
const PAUSE_MS = 400;

/** What a request may get while it is repeated: unavailable, or in progress under its own key. */
const isPassing = ({ status, json }: Reply): boolean =>
  status === 503 || (status === 409 && json.code === 'idempotency_in_progress');

export const startLoad = ({ urls, key, sold, priced }: Options): Load => {
  const acknowledged: Acknowledged = { orders: new Map(), payments: new Map(), prices: new Map() };
  const callers = urls.map((url) => callerOf(url, key));
  let [isStopping, calls, purchases] = [false, 0, 0];
  let [lastAnswer, longestPause] = [Date.now(), 0];

  /** Sends a request to the processes in turn until it is answered. */
  const send = async (method: string, at: string, name: string, body: object): Promise<Reply> => {
    for (;;) {
      calls += 1;
      const headers = { 'Idempotency-Key': name };
      const reply = await callers[calls % callers.length]?.(at, { method, body, headers });
      if (reply !== undefined && !isPassing(reply)) {
        if (reply.status >= 300) throw new Error(`${name}: ${reply.status} ${reply.text}`);
        return reply;
      }
      await sleep(100);
    }
  };

  const purchase = async (number: number): Promise<void> => {
    const items = [{ product_id: sold, quantity: 1 }];
    const order = await send('POST', '/api/orders', `order-${number}`, { items, anonymous: true });
    acknowledged.orders.set(number, order.json.id);
    const body = { order_id: order.json.id, payment_method: { token: 'tok_success' } };
    const payment = await send('POST', '/api/payments', `payment-${number}`, body);
    acknowledged.payments.set(number, payment.json.id);
    longestPause = Math.max(longestPause, Date.now() - lastAnswer);
    lastAnswer = Date.now();
  };

  const buy = async (): Promise<void> => {
    while (!isStopping) {
      purchases += 1;
      await purchase(purchases);
      await sleep(PAUSE_MS);
    }
  };

  const changePrices = async (): Promise<void> => {
    for (let price = 1; !isStopping; price += 1) {
      const id = priced[price % priced.length] ?? '';
      await send('PATCH', `/api/products/${id}`, `price-${price}`, { price });
      acknowledged.prices.set(id, price);
      await sleep(50);
    }
  };

  const clients = Promise.all([...Array.from({ length: BUYERS }, buy), changePrices()]);
  // `stop` reports it
  clients.catch(() => {});
  return {
    acknowledged,
    async stop() {
      isStopping = true;
      await clients;
      return longestPause;
    },
  };
};
