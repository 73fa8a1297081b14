import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const ORDERS = 40;
const PRICE = 9.99;
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
    product = (await send(0, '/api/products', { name: 'shirt', price: PRICE, stock: STOCK }))?.json.id;
  });
  after(() => processes.stop());

  const paidOrder = async () => {
    const items = [{ product_id: product, quantity: QUANTITY }];
    const order = (await send(1, '/api/orders', { anonymous: true, items }))?.json;
    const body = { order_id: order.id, payment_method: { token: 'tok_success' } };
    return { id: order.id, item: order.items[0].id, payment: (await send(0, '/api/payments', body))?.json.id };
  };

  /** Two cancellations and a refund of each order, all at once. */
  const sendAll = (orders: readonly Awaited<ReturnType<typeof paidOrder>>[]) =>
    Promise.all(
      orders.flatMap(({ id, item, payment }, index) => [
        send(index, `/api/orders/${id}/items/${item}/cancel`, { quantity: 1 }),
        send(index + 1, `/api/orders/${id}/items/${item}/cancel`, { quantity: 2 }),
        send(index, `/api/payments/${payment}/refunds`, { items: [{ item_id: item, quantity: 1 }] }),
      ]),
    );

  const countDue = async (): Promise<number> => {
    // the leases of the killed process end now instead of after minutes
    await runSql(databaseUrl, 'update payments set next_check_at = now() where is_pending');
    await runSql(databaseUrl, 'update orders set refund_due_at = now() where refund_due_at is not null');
    const rows = await runSql(
      databaseUrl,
      'select id from orders where refund_due > 0 union select id from payments where is_pending',
    );
    return rows.length;
  };

  const inconsistentOrders = () =>
    runSql(
      databaseUrl,
      `select o.id, o.total, o.amount_paid, o.amount_refunded, c.refunded_minor
       from orders o join order_items i on i.order_id = o.id join sandbox_charges c on c.order_id = o.id
       where
         -- must cost what is not cancelled
         o.total <> ${PRICE} * i.quantity
         -- must be paid for exactly what is not cancelled
         or o.amount_paid - o.amount_refunded <> o.total
         -- must count each item once, as ordered or as cancelled
         or i.quantity + i.cancelled_quantity <> ${QUANTITY}
         -- must have refunded what the gateway has
         or c.refunded_minor <> 100 * o.amount_refunded`,
    );

  it('are refunded once, beside cancellations and refunds of the same items', async () => {
    const orders = await Promise.all(Array.from({ length: ORDERS }, paidOrder));
    // in the middle of the requests
    const killing = sleep(60).then(() => processes.killOne());
    const replies = await sendAll(orders);
    await killing;
    const statuses = new Set(replies.map((reply) => reply?.status));
    expect(statuses).to.include(200);
    // undefined: the killed process; 409: another change of the same item came first
    for (const status of statuses) expect(status).to.be.oneOf([undefined, 200, 201, 409]);
    await eventually('nothing is due', async () => (await countDue()) === 0);
    expect(await inconsistentOrders()).to.deep.equal([]);
    const [ordered] = await runSql(databaseUrl, 'select sum(quantity)::integer as quantity from order_items');
    const [{ stock } = {}] = await runSql(databaseUrl, 'select stock from products');
    expect(Number(stock) + Number(ordered?.['quantity'])).to.equal(STOCK);
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });
});
