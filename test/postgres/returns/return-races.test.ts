import { expect } from 'chai';
import { runs } from '../../support/extent.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const ROUNDS = runs(5);

describe('returns that are received at once, over two processes', () => {
  let processes: TwoProcesses;
  let product: string;

  before(async () => {
    processes = await startTwoProcesses();
    product = (await send(0, '/api/products', { name: 'Linen shirt', price: 20, stock: 1_000 })).json.id;
  });
  after(() => processes.stop());

  const send = async (which: number, path: string, body: object = {}) => {
    const reply = await processes.send(which, path, body);
    if (reply === undefined) throw new TypeError(`${path} was not answered.`);
    return reply;
  };

  it('return and refund each item once, beside requested returns and refunds of items', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const items = [{ product_id: product, quantity: 3 }];
      const { id, items: ordered } = (await send(0, '/api/orders', { anonymous: true, items })).json;
      const payment_method = { token: 'tok_success' };
      const payment = (await send(0, '/api/payments', { order_id: id, payment_method })).json;
      await send(0, `/api/orders/${id}/fulfillments`);
      const two = [{ item_id: ordered[0].id, quantity: 2 }];
      const replies = await Promise.all([
        ...[0, 1, 2, 3].map((which) => send(which, `/api/orders/${id}/returns`, { items: two, received: true })),
        send(0, `/api/orders/${id}/returns`, { items: two }),
        send(1, `/api/payments/${payment.id}/refunds`, { items: two }),
      ]);
      const done = replies.filter(({ status }) => status === 201);
      expect(done, replies.map(({ text }) => text).join('\n')).to.have.length(1);
      for (const { status } of replies) expect(status).to.be.oneOf([201, 409, 422]);
      const [row] = await runSql(
        processes.databaseUrl,
        `select (o.amount_refunded + o.refund_due)::float as refunded, i.returned_quantity as returned
         from orders o join order_items i on i.order_id = o.id where o.id = '${id}'`,
      );
      const isReceived = done[0]?.json.status !== 'requested';
      expect(row).to.deep.equal({ refunded: isReceived ? 40 : 0, returned: isReceived ? 2 : 0 });
    }
  });
});
