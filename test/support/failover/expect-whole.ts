import { expect } from 'chai';
import { expectSubscriptionsBilledOnce } from '../builders/due-subscriptions.ts';
import { expectGapless } from '../documents/document-numbers.ts';
import { eventually } from '../eventually.ts';
import { runSql } from '../servers/database.ts';
import { runAdmin } from '../servers/spawn-service.ts';
import { type FailoverShop, SETTINGS, SUBSCRIPTIONS } from './failover-shop.ts';

const WAITING = `
  select (select count(*)::integer from subscriptions where next_step_at <= now() or charge_at is not null) as steps,
    (select count(*)::integer from payments where is_pending) as payments`;

/** What the gateway has charged for each order, and what the shop knows of it. */
const ORDERS = `
  select o.id, p.id as payment, o.payment_status, p.status, p.amount_captured::float as captured,
    (select count(*)::integer from payments where payable_id = o.id) as payments,
    (select array_agg(captured_minor::integer) from sandbox_charges where order_id = o.id) as charged,
    (select count(*)::integer from events where resource_id = o.id and type = 'order.paid') as announced
  from orders o left join payments p on p.payable_id = o.id order by o.id collate "C"`;

/**
 * Waits until the shop has done what the failover interrupted, and compares what it has acknowledged, what the gateway
 * has charged, and what receivers and followers have heard with its database.
 */
export const expectWhole = async (
  shop: FailoverShop,
  databaseUrl: string,
  { clocksAgree = true }: Readonly<{ clocksAgree?: boolean }> = {},
): Promise<void> => {
  await eventually('nothing waits for a payment or a bill', async () => {
    const [waiting] = await runSql(databaseUrl, WAITING);
    return waiting?.['steps'] === 0 && waiting['payments'] === 0;
  });
  await copyCharges(shop.gatewayUrl, databaseUrl);
  await expectOrders(shop, databaseUrl);
  await expectSubscriptionsBilledOnce(databaseUrl, SUBSCRIPTIONS);
  const [numbered] = await runSql(
    databaseUrl,
    'select count(*)::integer as invoices from invoices where number is not null',
  );
  await expectGapless(databaseUrl, numbered as { invoices: number }, clocksAgree ? undefined : ['position']);
  await expectHeard(shop, databaseUrl);
  const { code, stdout } = await runAdmin(['check'], { ...SETTINGS, DATABASE_URL: databaseUrl });
  expect([code, stdout]).to.satisfy(() => code === 0 && stdout.includes('ledger: balanced'), stdout);
};

/** Orders, their payments and the stock are those that were acknowledged, each once. */
const expectOrders = async ({ load, sold }: FailoverShop, databaseUrl: string): Promise<void> => {
  const { orders, payments } = load.acknowledged;
  const expected = [...orders].map(([number, id]) => ({
    ...{ id, payment: payments.get(number), payment_status: 'paid', status: 'succeeded', captured: 20 },
    ...{ payments: 1, charged: [2000], announced: 1 },
  }));
  expect(await runSql(databaseUrl, ORDERS)).to.deep.equal(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const [product] = await runSql(databaseUrl, `select stock::integer from products where id = '${sold.id}'`);
  expect(product?.['stock']).to.equal(sold.stock - orders.size);
};

/** Webhooks and the feed of products told everything that happened, and nothing else. */
const expectHeard = async ({ receiver, follower, load, call }: FailoverShop, databaseUrl: string): Promise<void> => {
  const events = await runSql(databaseUrl, "select id from events where type ~ '^(order|payment|product|invoice)[.]'");
  const heard = () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])));
  await eventually('every event has arrived', async () => {
    const arrived = heard();
    return events.every(({ id }) => arrived.has(String(id)));
  });
  const [{ strange } = {}] = await runSql(
    databaseUrl,
    `select json_agg(id) as strange from unnest('{${[...heard()].join()}}'::text[]) id
     where not exists (select from events where events.id = id)`,
  );
  expect(strange).to.equal(null);
  await follower.stop();
  expect(follower.faults).to.deep.equal([]);
  for (const [id, price] of load.acknowledged.prices) {
    const product = (await call(`/api/products/${id}`)).json;
    expect(product.price).to.equal(price);
    expect(follower.products.get(id)).to.deep.equal(product);
  }
};

/** Copies the gateway's record to where statements can compare it. */
const copyCharges = async (from: string, to: string): Promise<void> => {
  const [{ charges } = {}] = await runSql(from, 'select json_agg(c)::text as charges from sandbox_charges c');
  await runSql(
    to,
    `insert into sandbox_charges overriding system value
     select * from json_populate_recordset(null::sandbox_charges, '${String(charges).replaceAll("'", "''")}')`,
  );
};
