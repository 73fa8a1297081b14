import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { runs } from '../../support/extent.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';
import { shuffled } from '../../support/shuffled.ts';

const ROUNDS = runs(100);
const PAYERS = 20;
/** Every few rounds, a process is killed during payments. */
const ROUNDS_A_KILL = 20;

const TOKENS = ['tok_success', 'tok_timeout', 'tok_success', 'tok_declined', 'tok_requires_action'];

describe('concurrent payments over two processes', () => {
  let processes: TwoProcesses;
  let databaseUrl: string;
  let send: TwoProcesses['send'];
  let product: string;

  before(async () => {
    processes = await startTwoProcesses();
    ({ databaseUrl, send } = processes);
    product = (await send(0, '/api/products', { name: 'shirt', price: 19.99 }))?.json.id;
  });
  after(() => processes.stop());

  const anOrder = async (): Promise<string> =>
    (await send(1, '/api/orders', { anonymous: true, items: [{ product_id: product, quantity: 2 }] }))?.json.id;

  const killOne = async (): Promise<void> => {
    await sleep(Math.random() * 20);
    await processes.killOne();
  };

  const settled = async (): Promise<void> => {
    // the leases of killed processes end now instead of after 30 seconds
    await runSql(databaseUrl, 'update payments set next_check_at = now() where is_pending');
    for (let tries = 0; tries < 700; tries += 1) {
      const [row] = await runSql(
        databaseUrl,
        `select count(*)::integer as count from payments where is_pending and status <> 'requires_action'`,
      );
      if (row?.['count'] === 0) return;
      await sleep(100);
    }
    throw new Error('There are payments that are never settled.');
  };

  it('charge an order once despite lost responses and killed processes', async () => {
    const orders: string[] = [];
    const statuses = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const orderId = await anOrder();
      orders.push(orderId);
      const killing = round % ROUNDS_A_KILL === ROUNDS_A_KILL - 1 ? killOne() : undefined;
      const tokens = shuffled(Array.from({ length: PAYERS }, (_, index) => TOKENS[index % 2] ?? ''));
      const replies = await Promise.all(
        tokens.map((token, index) => send(index, '/api/payments', { order_id: orderId, payment_method: { token } })),
      );
      for (const reply of replies) if (reply !== undefined) statuses.add(`${reply.status} ${reply.json.code ?? ''}`);
      await killing;
    }
    expect([...statuses].sort()).to.deep.equal(['201 ', '409 invalid_state']);
    await settled();
    const wrong = await runSql(
      databaseUrl,
      `select o.id, o.payment_status, o.amount_paid from orders o
       where o.payment_status <> 'paid' or o.amount_paid <> o.total
         or (select count(*) from sandbox_charges c where c.order_id = o.id) <> 1
         or (select count(*) from payments p where p.payable_id = o.id and p.status = 'succeeded') <> 1
         or (select count(*) from events e where e.resource_id = o.id and e.type = 'order.paid') <> 1`,
    );
    expect(wrong).to.deep.equal([]);
    expect(orders).to.have.length(ROUNDS);
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('never exceed the order’s total with partial captures, authorizations and declines', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, anOrder));
    await Promise.all(
      orders.map(async (orderId) => {
        for (let tries = 0; tries < 8; tries += 1) {
          await Promise.all(
            shuffled(TOKENS).map((token, index) =>
              send(index, '/api/payments', {
                order_id: orderId,
                payment_method: { token },
                amount: [9.99, 20, 39.98][(index + tries) % 3],
                capture_method: (index + tries) % 2 === 0 ? 'manual' : 'automatic',
              }),
            ),
          );
        }
      }),
    );
    await settled();
    const beyond = await runSql(
      databaseUrl,
      `select o.id from orders o join payments p on p.payable_id = o.id
       where p.status in ('authorized', 'succeeded') group by o.id, o.total having sum(p.amount) > o.total`,
    );
    expect(beyond).to.deep.equal([]);
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('are never refunded beyond their captures, and match the gateway’s record to the cent', async () => {
    const payments = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const body = { order_id: await anOrder(), payment_method: { token: 'tok_success' } };
        return (await send(0, '/api/payments', body))?.json.id as string;
      }),
    );
    const replies = await Promise.all(
      payments.flatMap((id, which) =>
        Array.from({ length: 10 }, (_, index) =>
          // two of 19.99 are the total; two of 20 exceed it
          send(index, `/api/payments/${id}/refunds`, { amount: which % 2 === 0 ? 19.99 : 20 }),
        ),
      ),
    );
    const codes = new Set(replies.map((reply) => `${reply?.status} ${reply?.json.code ?? ''}`));
    expect([...codes].sort()).to.be.deep.equal(['201 ', '409 invalid_state', '422 validation_failed']);
    await settled();
    const books = await runSql(
      databaseUrl,
      `select p.id, p.amount_refunded::float as refunded, (c.refunded_minor / 100.0)::float as at_gateway,
         (select sum(r.amount)::float from payment_operations r
          where r.payment_id = p.id and r.kind = 'refund' and r.status = 'succeeded') as refunds
       from payments p join sandbox_charges c on c.key = p.id
       where p.id in (${payments.map((id) => `'${id}'`)})`,
    );
    expect(books).to.have.length(payments.length);
    for (const { id, refunded, at_gateway: atGateway, refunds } of books) {
      expect(refunded).to.equal(payments.indexOf(String(id)) % 2 === 0 ? 39.98 : 20);
      expect([atGateway, refunds]).to.deep.equal([refunded, refunded]);
    }
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('take the money once when the payer approves a payment that is replaced concurrently', async () => {
    const waiting = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const body = { order_id: await anOrder(), payment_method: { token: 'tok_requires_action' } };
        return (await send(0, '/api/payments', body))?.json;
      }),
    );
    await Promise.all(
      waiting.flatMap(({ order_id: orderId, next_action: { redirect_url: page } }, which) => [
        ...Array.from({ length: 4 }, (_, index) =>
          send(which + index, '/api/payments', {
            order_id: orderId,
            payment_method: { token: index === 3 ? 'tok_requires_action' : 'tok_success' },
          }),
        ),
        sleep(Math.random() * 60).then(() => fetch(`${page}/approve`, { method: 'POST', redirect: 'manual' })),
      ]),
    );
    await settled();
    const ids = waiting.map(({ order_id: id }) => `'${id}'`);
    const orders = await runSql(
      databaseUrl,
      `select o.payment_status, o.amount_paid::float as paid,
         (select sum(captured_minor - refunded_minor) / 100.0 from sandbox_charges c where c.order_id = o.id)::float as charged,
         (select count(*)::integer from payments p where p.payable_id = o.id and p.status = 'succeeded') as succeeded,
         (select count(*)::integer from payments p where p.payable_id = o.id and p.is_pending) as open
       from orders o where o.id in (${ids})`,
    );
    expect(orders).to.have.length(waiting.length);
    for (const { payment_status: status, paid, charged, succeeded, open } of orders) {
      if (status === 'paid')
        expect({ paid, charged, succeeded, open }).to.deep.equal({
          paid: 39.98,
          charged: 39.98,
          succeeded: 1,
          open: 0,
        });
      else
        expect({ status, paid, charged: charged ?? 0, succeeded, open }).to.deep.equal({
          status: 'unpaid',
          paid: 0,
          charged: 0,
          succeeded: 0,
          open: 1,
        });
    }
    expect(orders.filter(({ payment_status: status }) => status === 'paid')).to.have.length.above(20);
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('either pay an order or are refunded when it is cancelled concurrently', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, anOrder));
    await Promise.all(
      orders.flatMap((orderId, which) => [
        send(which, '/api/payments', {
          order_id: orderId,
          payment_method: { token: TOKENS[which % TOKENS.length] },
          capture_method: which % 3 === 0 ? 'manual' : 'automatic',
        }),
        sleep(Math.random() * 30).then(() => send(which + 1, `/api/orders/${orderId}/cancel`, {})),
      ]),
    );
    await settled();
    const states = await runSql(
      databaseUrl,
      `select o.status, count(*)::integer as orders,
         sum((c.captured_minor - c.refunded_minor) / 100.0)::float as at_gateway, sum(o.amount_paid - o.amount_refunded)::float as held,
         count(*) filter (where p.status = 'authorized')::integer as authorized
       from orders o left join payments p on p.payable_id = o.id left join sandbox_charges c on c.key = p.id
       where o.id in (${orders.map((id) => `'${id}'`)}) and o.cancelling_since is null group by o.status order by o.status`,
    );
    for (const { status, at_gateway: atGateway, held, authorized } of states) {
      expect(atGateway ?? 0, JSON.stringify(states)).to.equal(held);
      if (status === 'cancelled') expect([held, authorized]).to.deep.equal([0, 0]);
    }
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });
});
