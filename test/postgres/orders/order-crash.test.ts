import { expect } from 'chai';
import { runs } from '../../support/extent.ts';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';
import { shuffled } from '../../support/shuffled.ts';

const ORDERS = runs(2_000);
const CLIENTS = 8;
const PRODUCTS = 12;
const STOCK = runs(400);
const KILLED_AFTER = runs(700);

const SECRET_KEY = 'a secret key of the two processes together';

describe('many orders over two processes, one of which is killed', () => {
  let databaseUrl: string;
  let services: SpawnedService[];
  let callers: Caller[];
  let productIds: string[];
  let key: string;
  const ending: Promise<unknown>[] = [];

  // a few seconds, so that orders expire while others are created
  const start = (): Promise<SpawnedService> =>
    spawnService({ DATABASE_URL: databaseUrl, SECRET_KEY, ORDER_EXPIRY_MINUTES: '0.05' });

  before(async () => {
    databaseUrl = await createDatabase();
    services = [await start(), await start()];
    key = await ownerKeyOf(services[0]?.url ?? '');
    callers = services.map(({ url }) => callerOf(url, key));
    productIds = await Promise.all(
      Array.from({ length: PRODUCTS }, async (_, index) => {
        const body = { name: `product ${index}`, price: 1 + index, stock: STOCK };
        return (await callerOf(services[0]?.url ?? '', key)('/api/products', { method: 'POST', body })).json.id;
      }),
    );
  });
  after(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    killLeftovers();
  });

  /** Calls one process, and the other if that is gone, until there is a response. */
  const send = async (first: number, path: string, body: object | undefined, name: string): Promise<Reply> => {
    for (let tries = 0; tries < 50; tries += 1) {
      const call = callers[(first + tries) % callers.length];
      const options = { method: 'POST', ...(body === undefined ? {} : { body }), headers: { 'Idempotency-Key': name } };
      const reply = await call?.(path, options).catch(() => undefined);
      if (reply !== undefined && reply.json.code !== 'idempotency_in_progress') return reply;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Nobody answers ${path}.`);
  };

  const cartOf = (number: number) =>
    shuffled(productIds)
      .slice(0, 1 + (number % 4))
      .map((id, index) => ({ product_id: id, quantity: 1 + ((number + index) % 2) }));

  const killOne = async (): Promise<void> => {
    await services[0]?.end('SIGKILL');
    const again = await start();
    services[0] = again;
    callers[0] = callerOf(again.url, key);
  };

  it('never fail, oversell nothing and lose nothing', async () => {
    const outcomes = new Map<string, number>();
    const placed = new Map<number, string>();
    let next = 0;
    const client = async (index: number): Promise<void> => {
      while (next < ORDERS) {
        const number = next++;
        if (number === KILLED_AFTER) ending.push(killOne());
        const reply = await send(index, '/api/orders', { items: cartOf(number), anonymous: true }, `order-${number}`);
        const outcome = `${reply.status} ${reply.json.code ?? ''}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (reply.status !== 201) continue;
        placed.set(number, reply.json.id);
        // some return their stock at once, most when they expire
        if (number % 3 === 0) {
          const cancelled = await send(index + 1, `/api/orders/${reply.json.id}/cancel`, undefined, `cancel-${number}`);
          expect(cancelled.status, cancelled.text).to.be.oneOf([200, 409]);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    await Promise.all(ending);
    expect([...outcomes.keys()].sort()).to.be.deep.oneOf([['201 '], ['201 ', '409 insufficient_stock']]);

    const orders = await runSql(databaseUrl, 'select id, number, status, version from orders');
    expect(orders).to.have.length(placed.size);
    expect(new Set(orders.map(({ number }) => number)).size).to.equal(orders.length);
    expect(new Set(placed.values())).to.deep.equal(new Set(orders.map(({ id }) => id)));
    expect(orders.filter(({ status }) => status === 'cancelled').length).to.be.greaterThan(0);
    const wrong = await runSql(
      databaseUrl,
      `select p.id, p.stock, coalesce(sold.quantity, 0) as sold
       from products p left join (
         select item.product_id as id, sum(item.quantity)::integer as quantity
         from orders join order_items item on item.order_id = orders.id where status <> 'cancelled' group by 1
       ) sold on sold.id = p.id
       where p.stock + coalesce(sold.quantity, 0) <> ${STOCK}`,
    );
    expect(wrong).to.deep.equal([]);
    const events = await runSql(
      databaseUrl,
      `select o.id from orders o left join events e on e.resource_id = o.id group by o.id, o.version
       having count(e.id) <> o.version or max(e.sequence) <> o.version`,
    );
    expect(events, 'an event for each step').to.deep.equal([]);
  });
});
