import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

let buyers = 0;

const anEmail = (): string => {
  buyers += 1;
  return `consumer-${buyers}@example.com`;
};

describe(`withdrawals on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  let visitorKey: string;

  before(async () => {
    mails = await startMailServer();
    app = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', ...(await emptyStorage()) });
    visitorKey = (await createKey(app, { kind: 'publishable', allowed_origins: ['https://shop.example'] })).key;
    await app.call('/api/shop', { method: 'PATCH', body: { withdrawal_notice: 'You may withdraw.' } });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (at: string, body: object = {}, key?: string | null) =>
    app.call(at, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  const read = async (at: string): Promise<Json> => (await app.call(at)).json;
  const orderOf = ({ id }: Json): Promise<Json> => read(`/api/orders/${id}`);

  /** A guest's order of two shirts at 20 and a scarf at 7, shipped to Berlin for 4.90, and paid. */
  const guestOrder = async (fields: object = {}): Promise<Json> => {
    const shirt = await createProduct(app, { price: 20, stock: 50, ...fields });
    const scarf = await createProduct(app, { name: 'Scarf', price: 7, stock: 50 });
    const body = { items: [...itemsOf([shirt], 2), ...itemsOf([scarf])], email: anEmail(), shipping_address: BERLIN };
    const placed = await post('/api/orders', body, visitorKey);
    expect(placed.status, placed.text).to.equal(201);
    await createPayment(app, placed.json.id);
    return { ...placed.json, shirt, scarf };
  };

  const byGuest = (order: Json, body: object = {}) =>
    app.call('/api/withdrawals', {
      method: 'POST',
      key: visitorKey,
      headers: { 'Order-Token': order.client_secret },
      body: { name: 'Ada Lovelace', ...body },
    });

  const stated = async (order: Json, body: object = {}): Promise<Json> => {
    const reply = await byGuest(order, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };

  const byNumber = (order: Json, fields: object = {}, key: string | null = null) =>
    post('/api/withdrawals', { name: 'Ada', order_number: order.number, email: order.email, ...fields }, key);

  /** The withdrawal from an order once it is decided. */
  const decided = async (order: Json, status: string): Promise<Json> => {
    const list = async () => (await read(`/api/withdrawals?order_id=${order.id}`)).data;
    await eventually(`a withdrawal is ${status}`, async () => (await list())[0]?.status === status);
    return (await list())[0];
  };

  const fulfilled = async (order: Json, body: object = {}): Promise<void> => {
    await orderStep(app, order.id, 'fulfillments', body);
  };

  it('from an order that is not sent cancel it and refund everything', async () => {
    const order = await guestOrder();
    const created = await stated(order);
    expect(created).to.deep.include({ object: 'withdrawal', order_id: order.id, verified: true, items: null });
    const { status, accepted_items: items, reason } = await decided(order, 'completed');
    expect({ status, reason, items: items.length }).to.deep.equal({ status: 'completed', reason: null, items: 2 });
    await eventually('the order is cancelled', async () => (await orderOf(order)).status === 'cancelled');
    expect(await orderOf(order)).to.include({ payment_status: 'refunded', amount_refunded: 47 });
    expect(await stockOf(app, order.shirt)).to.equal(50);
    const received = await mails.mailsTo(order.email, 4);
    const texts = received.map(({ text }) => text);
    const acknowledgement = texts.find((text) => text.includes('We have received this withdrawal'));
    expect(acknowledgement).to.match(/Name: Ada Lovelace\nOrder: \d+\nE-mail: consumer-\d+@example.com/);
    expect(acknowledgement).to.match(/You withdraw from: the whole order\nReceived: \d+ \w+ \d{4} at [\d:]+ UTC/);
    expect(texts.some((text) => text.includes('We have accepted your withdrawal'))).to.equal(true);
  });

  it('from an order that was sent make an approved return, whose receipt refunds all', async () => {
    const order = await guestOrder();
    await fulfilled(order);
    await stated(order);
    const accepted = await decided(order, 'accepted');
    expect(accepted.refund_by).to.be.a('string');
    const back = await read(`/api/returns/${accepted.return_id}`);
    expect(back).to.deep.include({ status: 'approved', withdrawal_id: accepted.id });
    expect((await orderOf(order)).amount_refunded).to.equal(0);
    expect((await post(`/api/returns/${back.id}/receive`)).json).to.include({ status: 'received' });
    await eventually('the refund', async () => (await orderOf(order)).amount_refunded === 47);
    expect(await decided(order, 'completed')).to.include({ return_id: back.id });
    const types = (await read(`/api/orders/${order.id}/timeline`)).data.map(({ type }: Json) => type);
    expect(types).to.include.members(['withdrawal_received', 'withdrawal_accepted', 'return_received']);
  });

  it('from a part cancel what is not sent and return the rest, and keep the shipping', async () => {
    const order = await guestOrder();
    const [shirts, scarf] = order.items;
    await fulfilled(order, { items: [{ item_id: shirts.id, quantity: 1 }] });
    await stated(order, { items: [{ item_id: shirts.id, quantity: 2 }] });
    const accepted = await decided(order, 'accepted');
    await eventually('the unsent shirt is refunded', async () => (await orderOf(order)).amount_refunded === 20);
    const back = await read(`/api/returns/${accepted.return_id}`);
    expect(back.items).to.have.length(1);
    expect(back.items[0]).to.include({ item_id: shirts.id, quantity: 1 });
    const { withdrawal } = await orderOf(order);
    expect(withdrawal.items).to.deep.include({ item_id: scarf.id, quantity: 1 });
  });

  it('leave the shop nothing to do twice', async () => {
    const order = await guestOrder();
    await fulfilled(order);
    const replies = await Promise.all([1, 2, 3].map(() => byGuest(order)));
    expect(replies.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    const settled = async () => (await read(`/api/withdrawals?order_id=${order.id}`)).data;
    await eventually('all are decided', async () =>
      (await settled()).every(({ status }: Json) => status !== 'received'),
    );
    const outcomes = (await settled()).map(({ status, reason }: Json) => `${status} ${reason}`).toSorted();
    expect(outcomes).to.deep.equal(['accepted null', 'rejected nothing_left', 'rejected nothing_left']);
    expect((await read(`/api/orders/${order.id}/returns`)).data).to.have.length(1);
  });

  it('by the number of an order are answered like those of no order', async () => {
    const order = await guestOrder();
    await fulfilled(order);
    const right = await byNumber(order);
    const wrong = await byNumber(order, { email: anEmail() });
    const unknown = await byNumber(order, { order_number: '999999', email: anEmail() }, visitorKey);
    for (const { status, json, headers } of [right, wrong, unknown]) {
      expect(status).to.equal(202);
      expect(Object.keys(json)).to.deep.equal(['object', 'received_at']);
      expect(headers.get('location')).to.equal(null);
    }
    // a return costs nothing until the goods are back
    expect(await decided(order, 'accepted')).to.include({ verified: false, order_id: order.id });
    const unmatched = async () =>
      (await read('/api/withdrawals?status=received')).data.filter(({ reason }: Json) => reason === 'unmatched');
    await eventually('the others match none', async () => (await unmatched()).length === 2);
    const [stranger] = await unmatched();
    const texts = (await mails.mailsTo(stranger.email, 2)).map(({ text }) => text).join();
    expect(texts).to.include('We have found no order');
  });

  it('by the number of an order that is not sent wait until its buyer or the staff confirms them', async () => {
    const order = await guestOrder();
    await byNumber(order, { order_number: `#${order.number}` });
    await eventually('it waits', async () => (await decided(order, 'received')).reason === 'unverified');
    expect(await orderOf(order)).to.include({ status: 'open' });
    const link = await eventuallyMail(order.email, /withdraw\?token=(\S+)/);
    const reply = await app.call('/api/withdrawals', {
      method: 'POST',
      key: visitorKey,
      headers: { 'Order-Token': link },
      body: { name: 'Ada' },
    });
    expect(reply.status, reply.text).to.equal(201);
    const completed = await decided(order, 'completed');
    expect(completed).to.include({ verified: true, id: reply.json.id });
    expect((await read(`/api/withdrawals?order_id=${order.id}`)).data).to.have.length(1);
    const other = await guestOrder();
    await byNumber(other);
    await eventually('it waits', async () => (await decided(other, 'received')).reason === 'unverified');
    const { id } = await decided(other, 'received');
    expect((await post(`/api/withdrawals/${id}/accept`)).json).to.include({ status: 'completed' });
    await eventually('it is cancelled', async () => (await orderOf(other)).status === 'cancelled');
  });

  const eventuallyMail = async (email: string, pattern: RegExp): Promise<string> => {
    let found: string | undefined;
    await eventually('the mail', async () => {
      found = mails.received
        .filter(({ to }) => to === email)
        .map(({ text }) => pattern.exec(text)?.[1])
        .find((match) => match !== undefined);
      return found !== undefined;
    });
    return found ?? '';
  };

  it('of customers do not depend on what the shop permits, and only concern their own orders', async () => {
    const user = await createUser(app);
    const token = await signIn(app, user);
    const product = await createProduct(app);
    const own = (await post('/api/orders', { items: itemsOf([product]), shipping_address: BERLIN }, token)).json;
    const body = { name: 'Ada', order_id: own.id };
    const reply = await post('/api/withdrawals', body, token);
    expect(reply.status, reply.text).to.equal(201);
    expect(await decided(own, 'completed')).to.include({ user_id: user.id });
    const foreign = await guestOrder();
    expectProblem(await post('/api/withdrawals', { ...body, order_id: foreign.id }, token), 404, 'not_found');
    expectProblem(await app.call(`/api/withdrawals/${reply.json.id}`, { key: visitorKey }), 403, 'insufficient_scope');
    expect((await app.call(`/api/withdrawals/${reply.json.id}`, { key: token })).json.id).to.equal(reply.json.id);
    expectProblem(await post(`/api/withdrawals/${reply.json.id}/accept`, {}, token), 403, 'insufficient_scope');
  });

  it('are rejected for what is exempt, for businesses, elsewhere, and when the period has ended', async () => {
    const custom = await guestOrder({ withdrawal_exemption: 'custom_made' });
    const [shirts, scarf] = custom.items;
    const shown = (await orderOf(custom)).withdrawal;
    expect(shown).to.deep.equal({
      until: null,
      items: [{ item_id: scarf.id, quantity: 1 }],
      exempt: [{ item_id: shirts.id, reason: 'custom_made' }],
    });
    await stated(custom, { items: [{ item_id: shirts.id, quantity: 1 }] });
    expect(await decided(custom, 'rejected')).to.include({ reason: 'exempt' });
    await stated(custom);
    await decided(custom, 'completed');
    expect((await orderOf(custom)).items.map(({ quantity }: Json) => quantity)).to.deep.equal([2, 0]);
    const product = await createProduct(app);
    const elsewhere = await createOrder(app, {
      items: itemsOf([product]),
      email: anEmail(),
      shipping_address: { ...BERLIN, country: 'US' },
    });
    expect((await orderOf(elsewhere)).withdrawal).to.equal(null);
    await post('/api/withdrawals', { name: 'Ada', order_id: elsewhere.id });
    expect(await decided(elsewhere, 'rejected')).to.include({ reason: 'not_applicable' });
    const business = await createOrder(app, {
      items: itemsOf([product]),
      email: anEmail(),
      shipping_address: BERLIN,
      tax_id: 'DE123456789',
    });
    await post('/api/withdrawals', { name: 'Ada', order_id: business.id });
    expect(await decided(business, 'rejected')).to.deep.include({ reason: 'business', actions: ['accept'] });
    expect((await orderOf(business)).withdrawal).to.equal(null);
  });

  it('refuse bad input and say what would be right', async () => {
    const order = await guestOrder();
    const errors = async (body: object, key: string | null = null) =>
      errorPathsOf(expectProblem(await post('/api/withdrawals', body, key), 422, 'validation_failed'));
    expect(await errors({ name: 'Ada' })).to.have.members(['/order_number', '/email']);
    expect(await errors({ name: 'Ada', order_number: 1, email: 'x' })).to.deep.equal(['/email']);
    for (const name of ['Win at https://bad.example', 'www.bad.example', 'a@b.example', 'a＠b.example', ''])
      expect(await errors({ name, order_number: 1, email: order.email }), name).to.deep.equal(['/name']);
    expect(await errors({ name: 'Ada', order_id: order.id, order_number: 1 })).to.deep.equal(['/order_number']);
    const items = [{ item_id: order.items[0].id, quantity: 3 }];
    expect(errorPathsOf(expectProblem(await byGuest(order, { items }), 422, 'validation_failed'))).to.deep.equal([
      '/items/0/quantity',
    ]);
    const foreign = [{ item_id: (await guestOrder()).items[0].id, quantity: 1 }];
    expectProblem(await byGuest(order, { items: foreign }), 422, 'unknown_reference');
    const statement = { name: 'Ada', order_id: (await guestOrder()).id };
    expectProblem(await post('/api/withdrawals', statement, null), 403, 'insufficient_scope');
    const { key } = await createKey(app, { scopes: ['orders:read'] });
    expectProblem(await post('/api/withdrawals', statement, key), 403, 'insufficient_scope');
    expectProblem(await post('/api/withdrawals', statement, visitorKey), 403, 'insufficient_scope');
  });

  it('that no order was found for are accepted for the order that the staff names', async () => {
    const order = await guestOrder();
    await fulfilled(order);
    const email = anEmail();
    await byNumber(order, { order_number: '77777777', email });
    const find = async () =>
      (await read('/api/withdrawals?status=received')).data.find((each: Json) => each.email === email);
    await eventually('it waits', async () => (await find())?.reason === 'unmatched');
    const { id } = await find();
    expect(
      errorPathsOf(expectProblem(await post(`/api/withdrawals/${id}/accept`), 422, 'validation_failed')),
    ).to.deep.equal(['/order_id']);
    const accepted = await post(`/api/withdrawals/${id}/accept`, { order_id: order.id });
    expect(accepted.json, accepted.text).to.include({ status: 'accepted', order_id: order.id, reason: null });
    expectProblem(await post(`/api/withdrawals/${id}/reject`), 409, 'invalid_state');
    expect((await post(`/api/returns/${accepted.json.return_id}/reject`)).json).to.include({ status: 'rejected' });
    expect(await read(`/api/withdrawals/${id}`)).to.include({ status: 'rejected', reason: 'rejected_by_shop' });
  });
});
