import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { runSql } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

const ORDERS = 40;
const STOCK = 1_000;
const QUANTITY = 5;

describe('due refunds over two processes, one of which is killed', () => {
  let processes: TwoProcesses;
  let databaseUrl: string;
  let send: TwoProcesses['send'];
  let product: string;

  before(async () => {
    processes = await startTwoProcesses();
    ({ databaseUrl, send } = processes);
    product = (await send(0, '/api/products', { name: 'shirt', price: 9.99, stock: STOCK }))?.json.id;
  });
  after(() => processes.stop());

  const paidOrder = async () => {
    const items = [{ product_id: product, quantity: QUANTITY }];
    const order = (await send(1, '/api/orders', { anonymous: true, items }))?.json;
    const body = { order_id: order.id, payment_method: { token: 'tok_success' } };
    return { id: order.id, item: order.items[0].id, payment: (await send(0, '/api/payments', body))?.json.id };
  };

  it('are refunded once, beside cancellations and refunds of the same items', async () => {
    const orders = await Promise.all(Array.from({ length: ORDERS }, paidOrder));
    const killing = sleep(60).then(() => processes.killOne());
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
