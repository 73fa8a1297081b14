import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  paymentStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { runs } from '../../support/extent.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const ROUNDS = runs(30);

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

const PAID = 47;

let buyers = 0;

describe('a withdrawal beside another change of its order on postgres', () => {
  let mails: MailServer;
  let databaseUrl: string;
  let app: TestApp;

  before(async () => {
    mails = await startMailServer();
    databaseUrl = await createDatabase();
    app = await startApp({
      DATABASE_URL: databaseUrl,
      SMTP_URL: mails.url,
      TEST_CLOCK: 'true',
      MAIL_FROM: 'shop@example.com',
    });
  });
  after(async () => {
    // a deadlock is tried again after a second, and seen by nobody; it is counted a moment later
    await sleep(1_500);
    const [row] = await runSql(
      databaseUrl,
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    await app.stop();
    await mails.close();
    expect(row).to.deep.equal({ deadlocks: 0 });
  });

  const post = (path: string, body: object = {}, options: object = {}) =>
    app.call(path, { method: 'POST', body, ...options });
  const read = async (path: string): Promise<Json> => (await app.call(path)).json;

  /** A guest's order of two shirts at 20 and a scarf at 7, paid, and sent in part or as a whole. */
  const anOrder = async (sent: 'none' | 'some' | 'all'): Promise<Json> => {
    buyers += 1;
    const shirt = await createProduct(app, { price: 20, stock: 10 });
    const scarf = await createProduct(app, { name: 'Scarf', price: 7, stock: 10 });
    const body = {
      items: [...itemsOf([shirt], 2), ...itemsOf([scarf])],
      email: `racer-${buyers}@example.com`,
      shipping_address: BERLIN,
    };
    const { json, text } = await post('/api/orders', body);
    expect(json.id, text).to.be.a('string');
    const payment = await createPayment(app, json.id);
    const [shirts] = json.items;
    if (sent === 'some') {
      await orderStep(app, json.id, 'fulfillments', { items: [{ item_id: shirts.id, quantity: 1 }] });
    } else if (sent === 'all') await orderStep(app, json.id, 'fulfillments', {});
    return { ...json, payment, shirt, scarf };
  };

  /** The staff states it for the buyer. */
  const withdraw = (order: Json, body: object = {}) =>
    post('/api/withdrawals', { name: 'Ada', order_id: order.id, ...body });

  const shirtsOf = (order: Json, quantity: number) => [{ item_id: order.items[0].id, quantity }];

  const withdrawalsOf = async ({ id }: Json): Promise<Json[]> => (await read(`/api/withdrawals?order_id=${id}`)).data;

  const returnsOf = async ({ id }: Json): Promise<Json[]> => (await read(`/api/orders/${id}/returns`)).data;

  /** All statements are decided, also those that a payment was in the way of. */
  const untilDecided = async (order: Json): Promise<void> => {
    await eventually('all are decided', async () => {
      const waiting = (await withdrawalsOf(order)).filter(
        // one that anybody may have stated waits for the buyer
        ({ status, reason }) => status === 'received' && reason !== 'unverified',
      );
      if (waiting.some(({ reason }) => reason === 'blocked')) await advanceClock(app, 601);
      return waiting.length === 0;
    });
  };

  /** Everything that can come back does, and the rest is withdrawn from: the buyer has all money, and the shop all goods. */
  const expectAllRefunded = async (order: Json): Promise<void> => {
    const receiveAll = async (): Promise<void> => {
      for (const { id, status } of await returnsOf(order)) {
        if (status === 'requested') await post(`/api/returns/${id}/approve`);
        if (status === 'requested' || status === 'approved') await post(`/api/returns/${id}/receive`);
      }
    };
    await untilDecided(order);
    await receiveAll();
    const last = await withdraw(order);
    expect(last.status, last.text).to.equal(201);
    await untilDecided(order);
    await receiveAll();
    await eventually('everything is refunded', async () => {
      const { amount_refunded: refunded, refund_due: due } = await read(`/api/orders/${order.id}`);
      return refunded === PAID && due === 0;
    });
    const { status, items } = await read(`/api/orders/${order.id}`);
    for (const { quantity, returned_quantity: returned } of items)
      if (status !== 'cancelled') expect(returned).to.equal(quantity);
    for (const each of await withdrawalsOf(order)) {
      expect(each.status, JSON.stringify(each)).to.be.oneOf(['completed', 'rejected']);
      if (each.status === 'rejected') expect(each.reason).to.equal('nothing_left');
    }
    const { amount_refunded: refunded, amount } = await read(`/api/payments/${order.payment.id}`);
    expect([refunded, amount]).to.deep.equal([PAID, PAID]);
  };

  const OTHERS: Readonly<Record<string, (order: Json) => Promise<Reply>>> = {
    'a return request': (order) => post(`/api/orders/${order.id}/returns`, { items: shirtsOf(order, 1) }),
    'the cancellation of the order': (order) => orderStep(app, order.id, 'cancel'),
    'the cancellation of an item': (order) =>
      post(`/api/orders/${order.id}/items/${order.items[0].id}/cancel`, { quantity: 1 }),
    'a refund of items': (order) => paymentStep(app, order.payment.id, 'refunds', { items: shirtsOf(order, 1) }),
    'a refund of an amount': (order) => paymentStep(app, order.payment.id, 'refunds', { amount: 13 }),
    'a fulfillment': (order) => orderStep(app, order.id, 'fulfillments', {}),
    'the tracking of a shipment': async (order) => {
      const [fulfillment = { id: 'ful_01h455vb4pex5vsknk084sn02q' }] = (await read(`/api/orders/${order.id}`))
        .fulfillments;
      const path = `/api/orders/${order.id}/fulfillments/${fulfillment.id}`;
      return app.call(path, { method: 'PATCH', body: { tracking_number: 'TRACK-1' } });
    },
    'another withdrawal': (order) => withdraw(order, { items: shirtsOf(order, 2) }),
    'a withdrawal by number': (order) =>
      post('/api/withdrawals', { name: 'Ada', order_number: order.number, email: order.email }, { key: null }),
  };

  for (const [what, act] of Object.entries(OTHERS)) {
    it(`and ${what} refund everything once`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = await anOrder((['none', 'some', 'all'] as const)[round % 3] ?? 'none');
        const items = round % 2 === 0 ? {} : { items: shirtsOf(order, 2) };
        const first = () => withdraw(order, items);
        const second = () => act(order);
        const [one, other] = await Promise.all(round % 4 < 2 ? [first(), second()] : [second(), first()]);
        for (const { status, text } of [one, other]) expect(status, text).to.be.oneOf([200, 201, 202, 404, 409, 422]);
        await expectAllRefunded(order);
        for (const product of [order.shirt, order.scarf]) {
          // what a refund of items does not restock is not counted
          if (what !== 'a refund of items') expect(await stockOf(app, product)).to.equal(10);
        }
      }
    });
  }

  /** A withdrawal that waits, since anybody may have stated it. */
  const unverified = async (order: Json): Promise<Json> => {
    await post('/api/withdrawals', { name: 'Ada', order_number: order.number, email: order.email }, { key: null });
    await eventually('it waits', async () => (await withdrawalsOf(order))[0]?.reason === 'unverified');
    return (await withdrawalsOf(order))[0];
  };

  it('is accepted once by the staff, and where the buyer repeats it meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await anOrder(round % 2 === 0 ? 'none' : 'some');
      const { id } = await unverified(order);
      const accept = () => post(`/api/withdrawals/${id}/accept`);
      const replies = await Promise.all([accept(), accept(), ...(round % 3 === 0 ? [withdraw(order)] : [])]);
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status >= 500)).to.deep.equal([]);
      expect(statuses.slice(0, 2).filter((status) => status === 200).length, statuses.join()).to.be.at.most(1);
      await expectAllRefunded(order);
    }
  });

  it('is either accepted or rejected by the staff', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await anOrder('none');
      const { id } = await unverified(order);
      const [accepted, rejected] = await Promise.all([
        post(`/api/withdrawals/${id}/accept`),
        post(`/api/withdrawals/${id}/reject`),
      ]);
      const { status } = await read(`/api/withdrawals/${id}`);
      expect([accepted.status, rejected.status, status]).to.be.deep.oneOf([
        [200, 409, 'completed'],
        [200, 200, 'completed'],
        [409, 200, 'rejected'],
      ]);
    }
  });

  it('belongs to the user who claims its guest order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await anOrder('all');
      const user = await createUser(app, { email: order.email });
      const key = await signIn(app, user);
      await runSql(databaseUrl, `update users set email_verified_at = now() where id = '${user.id}'`);
      const claim = () => app.call('/api/orders/claim', { method: 'POST', key });
      const [claimed, stated] = await Promise.all([claim(), withdraw(order)]);
      expect([claimed.status, stated.status], claimed.text).to.deep.equal([200, 201]);
      await untilDecided(order);
      const [withdrawal] = await withdrawalsOf(order);
      expect(withdrawal).to.include({ user_id: user.id, status: 'accepted' });
      expect((await app.call('/api/withdrawals', { key })).json.data).to.deep.equal([withdrawal]);
    }
  });

  it('is stated by a user who is erased, or not at all, and keeps no data of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await createUser(app);
      const key = await signIn(app, user);
      const shirt = await createProduct(app, { price: 5 });
      const order = (await post('/api/orders', { items: itemsOf([shirt]), shipping_address: BERLIN }, { key })).json;
      const [stated, erased] = await Promise.all([
        post('/api/withdrawals', { name: 'Ada Quillfeather', order_id: order.id }, { key }),
        app.call(`/api/users/${user.id}`, { method: 'DELETE' }),
      ]);
      expect(stated.status, stated.text).to.be.oneOf([201, 401, 404]);
      expect(erased.status, erased.text).to.be.oneOf([200, 204]);
      for (const each of await withdrawalsOf(order)) expect(each).to.include({ name: null, email: null });
    }
    const [{ count } = { count: -1 }] = await runSql(
      databaseUrl,
      `select count(*)::integer from events where data::text like '%Quillfeather%' or previous::text like '%Quillfeather%'`,
    );
    expect(count).to.equal(0);
  });
});
