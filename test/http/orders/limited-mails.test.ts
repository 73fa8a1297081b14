import { expect } from 'chai';
import {
  createKey,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const PASSWORD = 'correct horse battery staple';
const SETTINGS = {
  MAIL_FROM: 'Shop <shop@example.com>',
  CUSTOMER_SIGN_UP: 'open',
  CUSTOMER_MAY: 'cancel_unpaid,change_address',
  TRUST_PROXY: 'true',
};

/** How many mails an e-mail that nobody has proved gets in an hour. */
const MAX_MAILS = 5;

describe(`mails to e-mails that nobody has proved on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  let key: string;
  let product: { id: string };
  let victims = 0;
  let networks = 0;

  before(async () => {
    mails = await startMailServer();
    app = await startApp({ SMTP_URL: mails.url, ...SETTINGS, ...(await emptyStorage()) });
    key = (await createKey(app, { kind: 'publishable', allowed_origins: [] })).key;
    product = await createProduct(app);
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const aVictim = (): string => {
    victims += 1;
    return `victim-${victims}@example.com`;
  };
  const aNetwork = (): string => {
    networks += 1;
    return `198.51.100.${networks}`;
  };
  const place = async (email: string, { address = aNetwork(), by = key } = {}): Promise<Json> => {
    const reply = await app.call('/api/orders', {
      method: 'POST',
      key: by,
      body: { items: itemsOf([product]), email },
      headers: { 'X-Forwarded-For': address },
    });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };
  const cancel = async ({ id, client_secret: secret }: Json, address = aNetwork()): Promise<void> => {
    const headers = { 'Order-Token': secret, 'X-Forwarded-For': address };
    expect((await app.call(`/api/orders/${id}/cancel`, { method: 'POST', key, headers })).status).to.equal(200);
  };
  const placeByStaff = async (email: string): Promise<void> => {
    const body = { items: itemsOf([product]), email };
    expect((await app.call('/api/orders', { method: 'POST', body })).status).to.equal(201);
  };
  /** Waits until what was requested before was sent or is to be sent later. */
  const settled = async (): Promise<void> => {
    for (const email of [aVictim(), aVictim()]) {
      await placeByStaff(email);
      await mails.mailsTo(email);
    }
  };
  const mailsOf = (email: string) => mails.received.filter(({ to }) => to.toLowerCase() === email);

  it('are few, whoever orders and cancels from wherever, and what is left out is noted for the staff', async () => {
    const email = aVictim();
    const orders: Json[] = [];
    for (let index = 0; index < 20; index += 1) {
      const placed = await place(index % 2 === 0 ? email : email.toUpperCase());
      await cancel(placed);
      orders.push(placed);
    }
    await settled();
    expect(mailsOf(email)).to.have.length.within(1, MAX_MAILS);
    const [last] = orders.slice(-1);
    const types = async (options: Parameters<TestApp['call']>[1] = {}) =>
      (await app.call(`/api/orders/${last?.id}/timeline`, options)).json.data.map(({ type }: Json) => type);
    expect(await types()).to.deep.equal(['mail_left_out', 'cancelled', 'created']);
    expect(await types({ key, headers: { 'Order-Token': last?.client_secret } })).to.deep.equal([
      'cancelled',
      'created',
    ]);
  });

  it('are sent once the order is paid, and at once when the staff causes them', async () => {
    const email = aVictim();
    const orders: Json[] = [];
    for (let index = 0; index < MAX_MAILS; index += 1) orders.push(await place(email));
    await settled();
    expect(mailsOf(email)).to.have.length(MAX_MAILS);
    await cancel(orders[0]);
    const unpaid = await place(email);
    await settled();
    expect(mailsOf(email)).to.have.length(MAX_MAILS);
    const { id } = orders[1];
    await createPayment(app, id);
    await orderStep(app, id, 'fulfillments');
    await orderStep(app, orders[2].id, 'cancel');
    await placeByStaff(email);
    await eventually('the mails are sent', async () => mailsOf(email).length === MAX_MAILS + 3);
    await orderStep(app, unpaid.id, 'cancel');
  });

  it('are limited for a customer who orders with the e-mail of another, and not for their own one', async () => {
    const own = aVictim();
    const address = aNetwork();
    const body = { email: own, password: PASSWORD };
    const headers = { 'X-Forwarded-For': address };
    expect((await app.call('/api/users', { method: 'POST', key, body, headers })).status).to.equal(201);
    const [verification] = await mails.mailsTo(own, 1);
    const [token] = /cpv_\w+/.exec(verification?.text ?? '') ?? [];
    const confirmed = await app.call('/api/auth/email_verifications/confirm', {
      method: 'POST',
      key: null,
      body: { token },
    });
    expect(confirmed.status).to.equal(204);
    const by = await signIn(app, body, PASSWORD);
    const victim = aVictim();
    for (let index = 0; index < MAX_MAILS + 2; index += 1) await place(victim, { by, address });
    for (let index = 0; index < MAX_MAILS + 2; index += 1) await place(own, { by, address });
    await eventually('own mails are sent', async () => mailsOf(own).length === 1 + MAX_MAILS + 2);
    expect(mailsOf(victim)).to.have.length(MAX_MAILS);
  });

  it('are limited for withdrawals from own orders that name the e-mail of another', async () => {
    const [own, victim] = [aVictim(), aVictim()];
    for (let index = 0; index < 4; index += 1) {
      const { id, client_secret: secret } = await place(own);
      for (let times = 0; times < 3; times += 1) {
        const reply = await app.call('/api/withdrawals', {
          method: 'POST',
          key,
          body: { order_id: id, name: 'Ada', email: victim },
          headers: { 'Order-Token': secret, 'X-Forwarded-For': aNetwork() },
        });
        expect(reply.status, reply.text).to.equal(201);
      }
    }
    await settled();
    expect(mailsOf(victim)).to.have.length(MAX_MAILS);
  });

  it('do not count with those that let the owner in, which are sent at once', async () => {
    const email = aVictim();
    for (let index = 0; index < MAX_MAILS; index += 1) await place(email);
    const body = { email, password: PASSWORD };
    const headers = { 'X-Forwarded-For': aNetwork() };
    const post = (path: string, sent: object) => app.call(path, { method: 'POST', key, body: sent, headers });
    expect((await post('/api/users', body)).status).to.equal(201);
    await eventually('the link to confirm is sent', async () => mailsOf(email).length === MAX_MAILS + 1);
    expect((await post('/api/auth/password_resets', { email })).status).to.equal(202);
    await eventually('the link to reset is sent', async () => mailsOf(email).length === MAX_MAILS + 2);
  });

  const reset = async (email: string, address: string, by: string | null = null): Promise<number> => {
    const options = { method: 'POST', key: by, body: { email }, headers: { 'X-Forwarded-For': address } };
    return (await app.call('/api/auth/password_resets', options)).status;
  };
  const join = async (email: string): Promise<void> => {
    const headers = { 'X-Forwarded-For': aNetwork() };
    const signedUp = await app.call('/api/users', {
      method: 'POST',
      key,
      body: { email, password: PASSWORD },
      headers,
    });
    expect(signedUp.status).to.equal(201);
    await mails.mailsTo(email);
  };

  it('hold no reset back that was counted for the e-mail, whatever its network has caused', async () => {
    const email = aVictim();
    await join(email);
    const address = aNetwork();
    for (let index = 0; index < 32; index += 1) await cancel(await place(aVictim(), { address }), address);
    await settled();
    for (let sent = 1; sent <= MAX_MAILS; sent += 1) {
      expect(await reset(email, address)).to.equal(202);
      await eventually('the reset is mailed', async () => mailsOf(email).length === 1 + sent);
    }
    expect(await reset(email, aNetwork())).to.equal(429);
  });

  it('are refused to a network that has requested many resets, and not counted for the e-mail then', async () => {
    const [email, unknown] = [aVictim(), aVictim()];
    await join(email);
    const address = aNetwork();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) statuses.push(await reset(aVictim(), address));
    expect(statuses).to.deep.equal([...Array.from({ length: 30 }, () => 202), 429]);
    for (const each of [email, unknown]) {
      for (let index = 0; index < MAX_MAILS; index += 1) expect(await reset(each, address)).to.equal(429);
      expect(await reset(each, aNetwork())).to.equal(202);
    }
    await eventually('the reset is mailed', async () => mailsOf(email).length === 2);
    const staff = await createKey(app, { scopes: ['users:write'] });
    expect(await reset(email, address, staff.key)).to.equal(202);
  });

  it('are limited for a network, whoever gets them', async () => {
    const address = '203.0.113.1';
    const each = Array.from({ length: 40 }, aVictim);
    for (const email of each) await cancel(await place(email, { address }), address);
    await settled();
    const sent = each.flatMap(mailsOf);
    expect(sent).to.have.length.within(1, 30);
  });
});
