import { expect } from 'chai';
import { createKey, createPayment, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

/** Of strangers, each below the limits of its own. */
const NETWORKS = 25;

const TIMES = 8;

/** The limit of an e-mail, or of a contract. */
const MAILS = 5;

describe(`mails of withdrawals that strangers state on ${STORAGE}`, () => {
  let mails: MailServer;
  let app: TestApp;
  let key: string;
  let product: Json;

  before(async () => {
    mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', TRUST_PROXY: 'true' };
    app = await startApp({ ...settings, MAILS: 'order_confirmation', ...(await emptyStorage()) });
    key = (await createKey(app, { kind: 'publishable', allowed_origins: [] })).key;
    product = await createProduct(app);
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (path: string, body: object, from: string, headers: Record<string, string> = {}) =>
    app.call(path, { method: 'POST', key, body, headers: { 'X-Forwarded-For': from, ...headers } });
  const mailsOf = (email: string, subject: RegExp) =>
    mails.received.filter((mail) => mail.to === email && subject.test(mail.subject));

  const placeOrder = async (email: string): Promise<Json> => {
    const body = { items: itemsOf([product]), email, shipping_address: BERLIN };
    const { status, json, text } = await post('/api/orders', body, '198.51.100.1');
    expect(status, text).to.equal(201);
    return json;
  };
  const stateOwn = async ({ id, client_secret: secret }: Json): Promise<void> => {
    const body = { order_id: id, name: 'Ada Lovelace' };
    const { status, text } = await post('/api/withdrawals', body, '198.51.100.1', { 'Order-Token': secret });
    expect(status, text).to.be.oneOf([200, 201]);
  };
  const stateByStrangers = async (email: string, order_number: string, networks: number): Promise<void> => {
    for (let time = 0; time < TIMES; time += 1)
      await Promise.all(
        Array.from({ length: networks }, async (_, network) => {
          const body = { order_number, name: 'Ada', email };
          expect((await post('/api/withdrawals', body, `10.${network}.0.1`)).status).to.equal(202);
        }),
      );
  };
  const pending = async (): Promise<number> =>
    Number(/^\S*mails_pending (\d+)$/m.exec((await app.call('/metrics', { key: null })).text)?.[1]);

  it('delay no mail of the buyer whose e-mail they name, and do not wait', async () => {
    const email = 'named@example.com';
    await stateByStrangers(email, '987654', NETWORKS);
    const order = await placeOrder(email);
    await eventually('the order is confirmed', async () => mailsOf(email, /order/i).length > 0);
    await stateOwn(order);
    const own = () => mailsOf(email, /withdrawal/).filter(({ text }) => text.includes('Name: Ada Lovelace'));
    await eventually('its withdrawal is acknowledged, and decided', async () => own().length === 2);
    await eventually('no mail waits', async () => (await pending()) === 0);
    expect(mailsOf(email, /987654/).length).to.equal(MAILS);
  });

  it('delay no mail about the contract that they name', async () => {
    const email = 'contract@example.com';
    const order = await placeOrder(email);
    await createPayment(app, order.id);
    await stateByStrangers(email, String(order.number), 2);
    const told = () => mailsOf(email, /withdrawal/);
    await eventually('the buyer is told, up to the limit', async () => told().length >= MAILS);
    await stateOwn(order);
    const own = () => told().filter(({ text }) => text.includes('Name: Ada Lovelace'));
    await eventually('their own is acknowledged, and decided', async () => own().length === 2);
    expect(told().length - own().length).to.be.most(MAILS);
  });
});
