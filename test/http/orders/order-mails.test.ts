import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const PAGE = 'https://shop.example/orders';

let buyers = 0;

const anEmail = (): string => {
  buyers += 1;
  return `Buyer-${buyers}@example.com`;
};

const subjectsOf = (mails: readonly { subject: string }[]): string[] => mails.map(({ subject }) => subject);

describe(`mails about orders on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  let storage = {};

  const start = async (settings: Record<string, string> = {}): Promise<TestApp> =>
    startApp({
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      ORDER_PAGE_URL: PAGE,
      ...storage,
      ...settings,
    });
  const name = (shop: object): Promise<Reply> => app.call('/api/shop', { method: 'PATCH', body: shop });

  before(async () => {
    mails = await startMailServer();
    storage = await emptyStorage();
    app = await start();
    const logo_url = 'https://cdn.example.com/logo.png';
    expect((await name({ name: 'Linen & Co', email: 'hello@shop.example', logo_url })).status).to.equal(200);
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  it('go to a guest, whose link opens the order for reading only', async () => {
    const { key } = await createKey(app, { kind: 'publishable', allowed_origins: ['https://shop.example'] });
    const email = anEmail();
    const product = await createProduct(app, { name: '<script>Shirt</script>' });
    const placed = await app.call('/api/orders', {
      method: 'POST',
      key,
      body: { items: itemsOf([product], 2), email },
    });
    expect(placed.status, placed.text).to.equal(201);
    const [mail] = await mails.mailsTo(email);
    expect(mail?.subject).to.match(new RegExp(`^Your order ${placed.json.number} at `));
    expect(mail?.text).to.include('2 × <script>Shirt</script>: 39.98 USD');
    expect(mail?.html).to.include('&lt;script&gt;Shirt').and.not.include('<script');
    const [, id, token = ''] = /orders\?order=(\w+)&token=(cpl_[\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect(id).to.equal(placed.json.id);
    const headers = { 'Order-Token': token };
    expect((await app.call(`/api/orders/${id}`, { key, headers })).status).to.equal(200);
    expect((await app.call(`/api/orders/${id}/cancel`, { method: 'POST', key, headers })).status).to.equal(403);
    expect((await app.call(`/api/events?resource_id=${id}`)).text).to.not.include('cpl_');
  });

  it('confirm an order with the shop’s instruction on withdrawals', async () => {
    const withdrawal_notice = 'Right of withdrawal\n\nYou may withdraw from this contract within 14 days.';
    expect((await name({ withdrawal_notice })).status).to.equal(200);
    const email = anEmail();
    await createOrder(app, { email });
    const [mail] = await mails.mailsTo(email);
    expect(mail?.text).to.include(`\n\n${withdrawal_notice}\n`);
    expect(mail?.html).to.include('<p>Right of withdrawal<br>');
    expect((await name({ withdrawal_notice: null })).status).to.equal(200);
  });

  it('go to a customer for order, shipments and refund', async () => {
    const user = await createUser(app, { email: anEmail() });
    const items = itemsOf([await createProduct(app, { name: 'Linen shirt' })], 2);
    const placed = await order(app, { items }, { key: await signIn(app, user) });
    expect(placed.status, placed.text).to.equal(201);
    const {
      id,
      number,
      items: [item],
    } = placed.json;
    await mails.mailsTo(user.email);
    const { id: paymentId } = await createPayment(app, id);
    for (const [count, tracking_number] of [
      [2, 'JJD-1'],
      [3, 'JJD-2'],
    ] as const) {
      const body = { items: [{ item_id: item.id, quantity: 1 }], tracking_number, carrier: 'DHL' };
      expect((await orderStep(app, id, 'fulfillments', body)).status).to.equal(201);
      const sent = (await mails.mailsTo(user.email, count)).at(-1);
      expect(sent?.text).to.include(`1 × Linen shirt\n\nCarrier: DHL\nTracking number: ${tracking_number}\n`);
    }
    for (const amount of [10, 5]) {
      expect((await paymentStep(app, paymentId, 'refunds', { amount })).status).to.equal(201);
    }
    const received = await mails.mailsTo(user.email, 5);
    expect(subjectsOf(received).slice(0, 3)).to.deep.equal([
      `Your order ${number} at Linen & Co`,
      ...Array.from({ length: 2 }, () => `Your order ${number} at Linen & Co is on its way`),
    ]);
    const refunds = received.slice(3).map(({ text }) => /Refunded: (.*)/.exec(text)?.[1]);
    expect(refunds).to.have.members(['10.00 USD', '5.00 USD']);
    expect(received[0]?.html).to.include('src="https://cdn.example.com/logo.png"');
    expect(received[0]?.text).to.include('hello@shop.example');
  });

  it('go out for the cancellation of a paid order, with the refund', async () => {
    const email = anEmail();
    const { id } = await createOrder(app, { email });
    await mails.mailsTo(email);
    await createPayment(app, id);
    expect((await orderStep(app, id, 'cancel', { reason: 'my secret reason' })).status).to.equal(200);
    const [, ...others] = await mails.mailsTo(email, 3);
    expect(subjectsOf(others).map((subject) => /was cancelled|refund/.exec(subject)?.[0])).to.have.members([
      'was cancelled',
      'refund',
    ]);
    expect(JSON.stringify(others)).to.not.include('secret reason');
  });

  it('are sent once, also when the request is repeated', async () => {
    const email = anEmail();
    const body = { items: itemsOf([await createProduct(app)]), email };
    const headers = { 'Idempotency-Key': `order-of-${email}` };
    for (let time = 0; time < 2; time += 1) {
      const reply = await app.call('/api/orders', { method: 'POST', body, headers });
      expect(reply.status, reply.text).to.equal(201);
    }
    const dry = await app.call('/api/orders?dry_run=true', { method: 'POST', body });
    expect(dry.status, dry.text).to.equal(201);
    await mails.mailsTo(email);
    await sleep(1200);
    expect(await mails.mailsTo(email)).to.have.length(1);
  });
});

describe('mails about orders', () => {
  let app: TestApp;
  let mails: MailServer;
  let databaseUrl: string;

  before(async () => {
    mails = await startMailServer();
    databaseUrl = await createDatabase();
  });
  after(() => mails.close());
  afterEach(() => app.stop());

  const start = async (rules: object = {}, settings: Record<string, string> = {}) => {
    app = await startApp({ SMTP_URL: mails.url, DATABASE_URL: databaseUrl, ...settings });
    const body = { mails: null, mail_language: null, ...rules };
    expect((await app.call('/api/shop/rules', { method: 'PATCH', body })).status).to.equal(200);
  };
  const countWhere = async (condition: string): Promise<number> =>
    (await runSql(databaseUrl, `select 1 from mail_requests where ${condition}`)).length;
  const pending = () => countWhere('order_id is not null');
  /** After the mail about the key of these tests. */
  const rejectNext = async (): Promise<void> => {
    await eventually('an empty queue', async () => (await countWhere('true')) === 0);
    mails.reject(1);
  };

  it('are switched off one by one, in the language of the shop', async () => {
    await start({ mails: ['shipment', 'refund'], mail_language: 'de' });
    const email = anEmail();
    const { id, number } = await createOrder(app, { email });
    await createPayment(app, id);
    expect((await orderStep(app, id, 'fulfillments')).status).to.equal(201);
    expect(subjectsOf(await mails.mailsTo(email))).to.deep.equal([`Ihre Bestellung ${number} bei Shop ist unterwegs`]);
  });

  for (const [what, rules, settings] of [
    ['all are switched off', { mails: [] }, {}],
    ['there is no mail server', {}, { SMTP_URL: '' }],
  ] as const) {
    it(`are not requested where ${what}`, async () => {
      await start(rules, settings);
      const { id } = await createOrder(app, { email: anEmail() });
      expect((await orderStep(app, id, 'cancel')).status).to.equal(200);
      expect(await pending()).to.equal(0);
    });
  }

  it('wait while the mail server is down, and say what is true when they are sent', async () => {
    await start();
    await rejectNext();
    const email = anEmail();
    await createOrder(app, { email });
    const isRejected = `order_id is not null and due_at between now() and now() + interval '20 seconds'`;
    await eventually('a rejected mail', async () => (await countWhere(isRejected)) === 1);
    await app.call('/api/shop', { method: 'PATCH', body: { name: 'Renamed' } });
    expect(await mails.mailsTo(email, 0)).to.deep.equal([]);
    await runSql(databaseUrl, 'update mail_requests set due_at = now()');
    const [mail] = await mails.mailsTo(email);
    expect(mail?.subject).to.match(/at Renamed$/);
    await eventually('an empty queue', async () => (await pending()) === 0);
  });

  it('are not sent about an erased buyer', async () => {
    await start();
    await rejectNext();
    const user = await createUser(app, { email: anEmail() });
    await createOrder(app, { user_id: user.id });
    await eventually('a rejected mail', async () => (await pending()) === 1);
    expect((await app.call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    expect(await pending()).to.equal(0);
  });
});
