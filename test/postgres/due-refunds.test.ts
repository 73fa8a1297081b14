import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../support/calls.ts';
import { runSql } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createDatabase } from '../support/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../support/spawn-service.ts';

const ORDERS = 40;
const STOCK = 1_000;
const QUANTITY = 5;

const SECRET_KEY = 'a secret key of the two processes together';

describe('due refunds over two processes, one of which is killed', function () {
  this.timeout(120_000);
  let databaseUrl: string;
  let services: SpawnedService[];
  let callers: Caller[];
  let key: string;
  let product: string;

  const start = (): Promise<SpawnedService> => spawnService({ DATABASE_URL: databaseUrl, SECRET_KEY });

  before(async () => {
    databaseUrl = await createDatabase();
    services = [await start(), await start()];
    key = await ownerKeyOf(services[0]?.url ?? '');
    callers = services.map(({ url }) => callerOf(url, key));
    product = (await send(0, '/api/products', { name: 'shirt', price: 9.99, stock: STOCK }))?.json.id;
  });
  after(async () => {
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    killLeftovers();
  });

  /** Calls one of the processes; undefined if it is gone. */
  const send = (index: number, at: string, body: object): Promise<Reply | undefined> =>
    callers[index % 2]?.(at, { method: 'POST', body }).catch(() => undefined) ?? Promise.resolve(undefined);

  const paidOrder = async () => {
    const items = [{ product_id: product, quantity: QUANTITY }];
    const order = (await send(1, '/api/orders', { anonymous: true, items }))?.json;
    const body = { order_id: order.id, payment_method: { token: 'tok_success' } };
    return { id: order.id, item: order.items[0].id, payment: (await send(0, '/api/payments', body))?.json.id };
  };

  const killOne = async (): Promise<void> => {
    await sleep(60);
    await services[0]?.end('SIGKILL');
    const again = await start();
    services[0] = again;
    callers[0] = callerOf(again.url, key);
  };

  it('are refunded once, beside cancellations and refunds of the same items', async () => {
    const orders = await Promise.all(Array.from({ length: ORDERS }, paidOrder));
    const killing = killOne();
    const replies = await Promise.all(
      orders.flatMap(({ id, item, payment }, index) => [
        send(index, `/api/orders/${id}/items/${item}/cancel`, { quantity: 1 }),
        send(index + 1, `/api/orders/${id}/items/${item}/cancel`, { quantity: 2 }),
        send(index, `/api/payments/${payment}/refunds`, { items: [{ item_id: item, quantity: 1 }] }),
      ]),
    );
    await killing;
    const statuses = new Set(replies.map((reply) => reply?.status));
    expect(statuses).to.include(200);
    for (const status of statuses) expect(status).to.be.oneOf([undefined, 200, 201, 409]);
    const unsettled = async (): Promise<number> => {
      // the leases of the killed process end now instead of after minutes
      await runSql(databaseUrl, 'update payments set next_check_at = now() where is_pending');
      await runSql(databaseUrl, 'update orders set refund_due_at = now() where refund_due_at is not null');
      const rows = await runSql(
        databaseUrl,
        'select id from orders where refund_due > 0 union select id from payments where is_pending',
      );
      return rows.length;
    };
    await eventually('nothing is due', async () => (await unsettled()) === 0);
    const wrong = await runSql(
      databaseUrl,
      `select o.id, o.total, o.amount_paid, o.amount_refunded, c.refunded_minor
       from orders o join order_items i on i.order_id = o.id join sandbox_charges c on c.order_id = o.id
       where o.total <> 9.99 * i.quantity or o.amount_paid - o.amount_refunded <> o.total
         or i.quantity + i.cancelled_quantity <> ${QUANTITY} or c.refunded_minor <> 100 * o.amount_refunded`,
    );
    expect(wrong).to.deep.equal([]);
    const [kept] = await runSql(databaseUrl, 'select sum(quantity)::integer as quantity from order_items');
    const [{ stock } = {}] = await runSql(databaseUrl, 'select stock from products');
    expect(Number(stock) + Number(kept?.['quantity'])).to.equal(STOCK);
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });
});
