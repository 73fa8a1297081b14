import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`the link in a mail about an order on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  let key: string;
  let addresses = 0;

  before(async () => {
    mails = await startMailServer();
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      ORDER_PAGE_URL: 'https://shop.example/orders',
    };
    app = await startApp({ ...settings, ...(await emptyStorage()) });
    key = (await createKey(app, { kind: 'publishable', allowed_origins: [] })).key;
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const anEmail = (): string => {
    addresses += 1;
    return `buyer-${addresses}@example.com`;
  };
  const tokenIn = (email: string, id: string): string | undefined => {
    const texts = mails.received.filter(({ to }) => to === email).map(({ text }) => text);
    return texts.map((text) => new RegExp(`order=${id}&token=(cpl_[\\w-]+)`).exec(text)?.[1]).findLast(Boolean);
  };
  /** The token of the confirmation of an order. */
  const linkOf = async (email: string, id: string): Promise<string> => {
    await eventually(`${email} gets a link`, async () => tokenIn(email, id) !== undefined);
    return tokenIn(email, id) ?? expect.fail();
  };
  const open = (token: string, id: string): Promise<Reply> =>
    app.call(`/api/orders/${id}`, { key, headers: { 'Order-Token': token } });
  const patch = async (path: string, body: object, options: object = {}): Promise<void> => {
    const reply = await app.call(path, { method: 'PATCH', body, ...options });
    expect(reply.status, reply.text).to.equal(200);
  };

  it('ends when the e-mail of the order is corrected, and the next one opens it', async () => {
    const [wrong, right] = [anEmail(), anEmail()];
    const { id } = await createOrder(app, { email: wrong });
    const token = await linkOf(wrong, id);
    expect((await open(token, id)).json).to.include({ id });
    await patch(`/api/orders/${id}`, { email: wrong.toUpperCase() });
    expect((await open(token, id)).status).to.equal(200);
    await patch(`/api/orders/${id}`, { email: right });
    expectProblem(await open(token, id), 403, 'invalid_order_token');
    const page = await app.call(`/withdraw?lang=en&token=${token}`, { key: null });
    expect(page.text).to.not.include(right);
    await app.call(`/api/orders/${id}/cancel`, { method: 'POST' });
    expect((await open(await linkOf(right, id), id)).json).to.include({ id });
    expectProblem(await open(token, id), 403, 'invalid_order_token');
  });

  for (const spell of [
    (email: string) => email.replace(/^b/, 'ｂ'),
    (email: string) => email.replace('example', 'ⓔxample'),
  ]) {
    it(`ends when the e-mail of the order, or of its user, is spelled as in ${spell('buyer@example.com')}`, async () => {
      const email = anEmail();
      const { id } = await createOrder(app, { email });
      const token = await linkOf(email, id);
      await patch(`/api/orders/${id}`, { email: spell(email) });
      expectProblem(await open(token, id), 403, 'invalid_order_token');
      const user = await createUser(app, { email: anEmail() });
      const own = await createOrder(app, { user_id: user.id });
      const link = await linkOf(user.email, own.id);
      await patch(`/api/users/${user.id}`, { email: spell(user.email) });
      expectProblem(await open(link, own.id), 403, 'invalid_order_token');
    });
  }

  it('ends when the owner of the e-mail claims the order, as does the token of its checkout', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    const { id } = await createOrder(app, { email: user.email });
    const token = await linkOf(user.email, id);
    const { key } = await createKey(app, { kind: 'publishable', allowed_origins: [] });
    const items = itemsOf([await createProduct(app)]);
    const checkout = (await app.call('/api/checkouts', { method: 'POST', key, body: { items, email: user.email } }))
      .json;
    const atCheckout = (method: string, step = '') => {
      const headers = { 'Checkout-Token': checkout.client_secret };
      return app.call(`/api/checkouts/${checkout.id}${step}`, { method, key, headers });
    };
    expect((await atCheckout('POST', '/complete')).json.status).to.equal('in_progress');
    await app.call('/api/auth/email_verifications', { method: 'POST', key: session });
    const mailed = () => mails.received.map(({ text }) => /cpv_\w{49}/.exec(text)?.[0]).find(Boolean);
    await eventually('the token is mailed', async () => mailed() !== undefined);
    const body = { token: mailed() };
    const confirmed = await app.call('/api/auth/email_verifications/confirm', { method: 'POST', key: session, body });
    expect(confirmed.status, confirmed.text).to.equal(204);
    expect((await open(token, id)).status).to.equal(200);
    expect((await app.call('/api/orders/claim', { method: 'POST', key: session })).json.count).to.equal(2);
    expectProblem(await open(token, id), 403, 'invalid_order_token');
    for (const [method, step] of [['GET'], ['POST', '/complete'], ['POST', '/cancel']] as const)
      expectProblem(await atCheckout(method, step), 404, 'not_found');
  });

  it('ends with another e-mail of its user, and with the erasure of the user', async () => {
    for (const end of [
      (id: string) => patch(`/api/users/${id}`, { email: anEmail() }),
      async (id: string) => {
        expect((await app.call(`/api/users/${id}`, { method: 'DELETE' })).status).to.equal(204);
      },
    ]) {
      const user = await createUser(app);
      const { id } = await createOrder(app, { user_id: user.id });
      const token = await linkOf(user.email, id);
      expect((await open(token, id)).status).to.equal(200);
      await end(user.id);
      expectProblem(await open(token, id), 403, 'invalid_order_token');
    }
  });
});
