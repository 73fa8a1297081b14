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
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

const PAIRS = 40;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe(`who states withdrawals on ${STORAGE}`, () => {
  let mails: MailServer;
  let app: TestApp;

  const start = async (settings: Record<string, string> = {}): Promise<TestApp> =>
    startApp({ SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', ...(await emptyStorage()), ...settings });

  before(async () => {
    mails = await startMailServer();
    app = await start();
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (at: string, body: object, key?: string | null) =>
    app.call(at, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  const read = async (at: string): Promise<Json> => (await app.call(at)).json;

  let buyers = 0;

  /** A guest's order of two shirts and a scarf, paid. */
  const anOrder = async (): Promise<Json> => {
    buyers += 1;
    const [shirt, scarf] = [await createProduct(app, { price: 20 }), await createProduct(app, { price: 7 })];
    const order = await createOrder(app, {
      ...{ items: [...itemsOf([shirt], 2), ...itemsOf([scarf])], shipping_address: BERLIN },
      email: `guessed-${buyers}@example.com`,
    });
    await createPayment(app, order.id);
    return order;
  };

  const byNumber = ({ number, email }: Pick<Json, 'number' | 'email'>, fields: object = {}) =>
    post('/api/withdrawals', { name: 'Ada', order_number: number, email, ...fields }, null);

  const withdrawalsOf = async ({ id }: Json): Promise<Json[]> => (await read(`/api/withdrawals?order_id=${id}`)).data;

  /** What the withdrawals from an order have come to, the oldest first. */
  const untilReasons = (order: Json, expected: readonly string[]): Promise<void> =>
    eventually(`they are ${expected.join()}`, async () => {
      const shown = (await withdrawalsOf(order)).map(({ status, reason }) => `${status} ${reason}`);
      return shown.toReversed().join() === expected.join();
    });

  it('is limited by address, right or wrong, and accepted however often others name the e-mail', async () => {
    const limited = await start({ SIGN_IN_RATE_LIMIT: '8/3600', TRUST_PROXY: 'true' });
    const state = (email: string, ip: string, order_number = '1') =>
      limited.call('/api/withdrawals', {
        method: 'POST',
        key: null,
        body: { name: 'Ada', order_number, email },
        headers: { 'X-Forwarded-For': ip },
      });
    const statuses: number[] = [];
    for (let index = 0; index < 9; index += 1)
      statuses.push((await state(`many-${index}@example.com`, '203.0.113.5')).status);
    expect(statuses).to.deep.equal([...Array(8).fill(202), 429]);
    const toOne: number[] = [];
    for (let index = 0; index < 6; index += 1)
      toOne.push((await state('one@example.com', `198.51.100.${index}`, `${index}`)).status);
    expect(toOne).to.deep.equal(Array(6).fill(202));
    await limited.stop();
  });

  it('must be the buyer or change orders: others of the staff only read', async () => {
    const order = await anOrder();
    const { key } = await createKey(app, { scopes: ['orders:read'] });
    const body = { name: 'Ada', order_id: order.id };
    expectProblem(await post('/api/withdrawals', body, key), 403, 'insufficient_scope');
    expect(await withdrawalsOf(order)).to.deep.equal([]);
    const user = await createUser(app);
    const session = await signIn(app, user);
    expectProblem(await post('/api/withdrawals', body, session), 404, 'not_found');
    const { key: writing } = await createKey(app, { scopes: ['orders:write'] });
    expect((await post('/api/withdrawals', body, writing)).status).to.equal(201);
  });

  it('is confirmed what they say last, and counts from what they said first', async () => {
    const order = await anOrder();
    await byNumber(order, { name: 'A. Lovelace' });
    await untilReasons(order, ['received unverified']);
    const [before] = await withdrawalsOf(order);
    const items = [{ item_id: order.items[1].id, quantity: 1 }];
    const reply = await post('/api/withdrawals', { name: 'Ada Lovelace', order_id: order.id, items });
    expect(reply.json, reply.text).to.deep.include({ id: before.id, items, verified: true, name: 'Ada Lovelace' });
    expect(reply.json.created_at).to.equal(before.created_at);
    await untilReasons(order, ['completed null']);
    await eventually('it is confirmed', async () =>
      mails.received.some(
        ({ to, text }) => to === order.email && /received this(.|\n)*Name: Ada Lovelace(.|\n)*1 × /.test(text),
      ),
    );
  });

  it('and spells the e-mail in another way gets no mail: those go to the e-mail of the order', async () => {
    const order = await anOrder();
    const lookAlike = order.email.replace('g', 'ⓖ');
    await byNumber({ number: order.number, email: lookAlike });
    await untilReasons(order, ['received unverified']);
    const told = () => mails.received.filter(({ to, text }) => to === order.email && text.includes(lookAlike));
    await eventually('it is acknowledged, and to be confirmed', async () => told().length === 2);
    expect(told().filter(({ text }) => text.includes('declare it here'))).to.have.length(1);
    expect(mails.received.filter(({ to }) => to === lookAlike)).to.deep.equal([]);
  });

  it('and states it twice has the second decided when the first is accepted', async () => {
    const order = await anOrder();
    await byNumber(order);
    await byNumber(order);
    await untilReasons(order, ['received unverified', 'received unverified']);
    const told = () => mails.received.filter(({ to, text }) => to === order.email && text.includes('declare it here'));
    await eventually('both are told', async () => told().length === 2);
    const [second, first] = await withdrawalsOf(order);
    const accepted = await post(`/api/withdrawals/${first.id}/accept`, {
      items: [{ item_id: order.items[1].id, quantity: 1 }],
    });
    expect(accepted.status, accepted.text).to.equal(200);
    // what is left waits as before, and its buyer is not told again
    await eventually('it is decided anew', async () => (await read(`/api/withdrawals/${second.id}`)).version >= 5);
    await untilReasons(order, ['completed null', 'received unverified']);
    await orderStep(app, order.id, 'cancel');
    expect(told()).to.have.length(2);
    const third = await post('/api/withdrawals', { name: 'Ada', order_id: order.id });
    expect(third.json.id).to.equal(second.id);
    await untilReasons(order, ['completed null', 'rejected nothing_left']);
  });

  it('learns nothing from responses, their times, and the mails to others', async () => {
    const orders: Json[] = [];
    for (let index = 0; index < PAIRS; index += 1) orders.push(await anOrder());
    const times: { right: number[]; wrong: number[] } = { right: [], wrong: [] };
    const shapes = new Set<string>();
    for (const [index, { number, email }] of orders.entries()) {
      const wrongs = [
        { number, email: `stranger-${index}@example.com` },
        { number: 9_000_000 + index, email: `nobody-${index}@example.com` },
      ];
      for (const [kind, pair] of [
        ['right', { number, email }] as const,
        ['wrong', wrongs[index % 2] as Json] as const,
      ]) {
        const begun = performance.now();
        const { status, headers, json } = await byNumber(pair);
        times[kind].push(performance.now() - begun);
        const names = [...headers.keys()].filter((name) => name !== 'date').sort();
        shapes.add(JSON.stringify([status, names, Object.keys(json), headers.get('content-length')]));
      }
    }
    expect([...shapes]).to.have.length(1);
    const [right, wrong] = [median(times.right), median(times.wrong)];
    expect(Math.abs(right - wrong), `medians ${right} and ${wrong} ms`).to.be.below(Math.max(2, right / 2));
    const [order = {}] = orders;
    const acknowledgements = [order.email, 'stranger-0@example.com'].map(async (email) => {
      const found = () =>
        mails.received.find(({ to, text }) => to === email && text.includes('received this withdrawal'));
      await eventually('it is acknowledged', async () => found() !== undefined);
      return found()?.text.replaceAll(/\S+@\S+|received this .*|Received: .*/g, '');
    });
    const [mine, others] = await Promise.all(acknowledgements);
    expect(mine).to.equal(others);
  });
});
