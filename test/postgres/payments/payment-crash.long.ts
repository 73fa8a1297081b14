import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Client } from 'pg';
import { runSql, whileLocked } from '../../support/servers/database.ts';
import { useSurvivingService } from '../../support/servers/surviving-service.ts';

/** The payments of each order at the gateway and here. */
const BOOKS = `
  select o.payment_status, o.amount_paid::float as paid, o.amount_refunded::float as refunded,
    (select count(*)::integer from sandbox_charges c where c.order_id = o.id and c.captured_minor > 0) as charges,
    (select coalesce(sum(c.captured_minor), 0)::integer from sandbox_charges c where c.order_id = o.id) as captured,
    (select coalesce(sum(c.refunded_minor), 0)::integer from sandbox_charges c where c.order_id = o.id) as given_back,
    (select count(*)::integer from events e where e.resource_id = o.id and e.type = 'order.paid') as announced
  from orders o where o.id = `;

const HELD = { capture_method: 'manual' };

/** The return URL of each request whose process died, to repeat it. */
const DIED: Readonly<Record<string, string>> = {
  'before the gateway is asked': 'authorize=before',
  'before it hears the answer': 'authorize=after',
  'before the order is paid': 'authorize=slow',
};

describe('a process that is killed during a payment', () => {
  const { call, databaseUrl, dying } = useSurvivingService();
  let product: string;

  before(async () => {
    product = (await call('/api/products', { method: 'POST', body: { name: 'shirt', price: 20 } })).json.id;
    // all die first, so that all leases end together
    await dieAll();
  });

  const anOrder = async (): Promise<string> =>
    (
      await call('/api/orders', {
        method: 'POST',
        body: { anonymous: true, items: [{ product_id: product, quantity: 2 }] },
      })
    ).json.id;

  const paying = (orderId: string, dies: string, fields: object = {}) => ({
    method: 'POST',
    headers: { 'Idempotency-Key': `pay ${orderId}`.replace(' ', '-') },
    body: {
      order_id: orderId,
      payment_method: { token: 'tok_success' },
      return_url: `https://shop.example/?${dies}`,
      ...fields,
    },
  });

  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (await holds()) return;
      await sleep(100);
    }
    throw new Error(`It never came true that ${what}.`);
  };
  const bookOf = async (orderId: string) => (await runSql(databaseUrl(), `${BOOKS} '${orderId}'`))[0];
  const PAID = {
    payment_status: 'paid',
    paid: 40,
    refunded: 0,
    charges: 1,
    captured: 4000,
    given_back: 0,
    announced: 1,
  };

  /** Moments at which a process dies while paying. */
  const DEATHS: Readonly<Record<string, (orderId: string) => Promise<void>>> = {
    'before the gateway is asked': (id) =>
      dying((doomed) => doomed('/api/payments', paying(id, 'authorize=before')).catch(() => {})),
    'before it hears the answer': (id) =>
      dying((doomed) => doomed('/api/payments', paying(id, 'authorize=after')).catch(() => {})),
    'before the order is paid': (id) =>
      dying(async (doomed, kill) => {
        const response = doomed('/api/payments', paying(id, 'authorize=slow')).catch(() => {});
        await until('the gateway was asked', async () => (await bookOf(id))?.['charges'] === 1);
        await whileLocked(databaseUrl(), `select 1 from orders where id = '${id}' for update`, async (untilBlocked) => {
          await untilBlocked();
          await kill();
        });
        await response;
      }),
    'once the order is paid': (id) =>
      dying(async (doomed, kill) => {
        const listener = new Client({ connectionString: databaseUrl() });
        await listener.connect();
        // the service may pay another order meanwhile, whose process died before
        const isPaid = new Promise<void>((resolve) => {
          listener.on('notification', ({ payload }) => {
            if (payload === id) resolve();
          });
        });
        await listener.query('listen paid');
        const response = doomed('/api/payments', paying(id, '')).catch(() => {});
        await isPaid;
        await kill();
        await response;
        await listener.end();
      }),
  };

  /** An operation on a payment: when its process dies, the payment before it, the request, and the result. */
  const STEPS: readonly (readonly [string, object, string, object | undefined, object])[] = [
    ['capture=before', HELD, 'capture', { amount: 15 }, { captured: 1500, given_back: 0, paid: 15 }],
    ['capture=after', HELD, 'capture', undefined, { captured: 4000, given_back: 0, paid: 40 }],
    ['void=before', HELD, 'cancel', undefined, { captured: 0, given_back: 0, payment_status: 'unpaid' }],
    ['void=after', HELD, 'cancel', undefined, { captured: 0, given_back: 0, payment_status: 'unpaid' }],
    ['refund=before', {}, 'refunds', { amount: 10 }, { captured: 4000, given_back: 1000, refunded: 10 }],
    ['refund=after', {}, 'refunds', { amount: 10 }, { captured: 4000, given_back: 1000, refunded: 10 }],
  ];
  const stepping = (id: string, body: object | undefined) => ({
    method: 'POST',
    headers: { 'Idempotency-Key': `do-${id}` },
    ...(body === undefined ? {} : { body }),
  });

  const orders = new Map<string, string>();
  const payments = new Map<string, { id: string; orderId: string }>();

  const dieAll = async (): Promise<void> => {
    await runSql(
      databaseUrl(),
      `create function tell_paid() returns trigger language plpgsql as
         $$ begin perform pg_notify('paid', new.id); return null; end $$;
       create trigger orders_paid after update on orders for each row when (new.payment_status = 'paid')
         execute function tell_paid();`,
    );
    for (const [when, death] of Object.entries(DEATHS)) {
      const id = await anOrder();
      orders.set(when, id);
      await death(id);
    }
    for (const [dies, fields] of STEPS) {
      const orderId = await anOrder();
      payments.set(dies, { orderId, id: (await call('/api/payments', paying(orderId, dies, fields))).json.id });
    }
    await Promise.all(
      STEPS.map(([dies, , action, body]) =>
        dying((doomed) => {
          const { id } = payments.get(dies) ?? { id: '' };
          return doomed(`/api/payments/${id}/${action}`, stepping(id, body)).catch(() => {});
        }),
      ),
    );
  };

  it('leaves nothing before the payment is recorded', async () => {
    const unheardOf = await anOrder();
    await dying(async (doomed, kill) => {
      await kill();
      await doomed('/api/payments', paying(unheardOf, '')).catch(() => {});
    });
    expect(await bookOf(unheardOf)).to.include({ payment_status: 'unpaid', charges: 0 });
  });

  it('charges and pays an order once, whatever step it reached, and its request can be repeated', async () => {
    // other requests meanwhile pay nothing twice
    for (const id of orders.values()) {
      const reply = await call('/api/payments', { ...paying(id, ''), headers: {} });
      expect([reply.status, reply.json.code]).to.deep.equal([409, 'invalid_state']);
    }
    // the leases of the dead processes end now instead of after 30 seconds
    await runSql(databaseUrl(), 'update payments set next_check_at = now() where is_pending');
    for (const [when, id] of orders) {
      await until(
        `the order is paid where it died ${when}`,
        async () => (await bookOf(id))?.['payment_status'] === 'paid',
      );
      expect(await bookOf(id), when).to.deep.equal(PAID);
      const repeated = await call('/api/payments', paying(id, DIED[when] ?? ''));
      expect(repeated.status, repeated.text).to.equal(201);
      expect(repeated.json).to.include({ order_id: id, status: 'succeeded', amount_captured: 40 });
      expect(await bookOf(id), when).to.deep.equal(PAID);
    }
    expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('leaves a capture, void or refund done once', async () => {
    await until('nothing is under way', async () => {
      const [row] = await runSql(databaseUrl(), 'select count(*)::integer as count from payments where is_pending');
      return row?.['count'] === 0;
    });
    for (const [dies, , action, body, expected] of STEPS) {
      const { id, orderId } = payments.get(dies) ?? { id: '', orderId: '' };
      expect(await bookOf(orderId), dies).to.include(expected);
      const repeated = await call(`/api/payments/${id}/${action}`, stepping(id, body));
      expect(repeated.status, repeated.text).to.equal(action === 'refunds' ? 201 : 200);
      expect(await bookOf(orderId), `${dies} again`).to.include(expected);
    }
    expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
  });
});
