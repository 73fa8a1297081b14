import { expect } from 'chai';
import { createProduct, createUser, itemsOf, posted, signIn } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const HOUR = 3_600;

describe(`a cart that is left behind on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  before(async () => {
    mails = await startMailServer();
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      TEST_CLOCK: 'true',
      MAILS: 'order_confirmation,cart_reminder',
      CART_PAGE_URL: 'https://shop.example/cart',
      EMAIL_VERIFICATION_URL: 'https://shop.example/verify',
    };
    app = await startApp({ ...settings, ...(await emptyStorage()) });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const abandonedEvents = async (id: string): Promise<readonly Record<string, unknown>[]> => {
    return (await app.call(`/api/events?type=cart.abandoned&resource_id=${id}`)).json.data;
  };
  const remindersTo = (email: string) =>
    mails.received.filter(({ to, subject }) => to === email && subject === 'Your cart at Shop');
  const items = async () => itemsOf([await createProduct(app, { name: 'Straw hat' })], 2);

  /** A customer who has proved the e-mail, and what they have said of mails about offers. */
  const aCustomer = async (isAgreed: boolean | undefined, isProved = true) => {
    const consents = isAgreed === undefined ? {} : { consents: { email_marketing: { granted: isAgreed } } };
    const user = await createUser(app, consents);
    if (!isProved) return user;
    const key = await signIn(app, user);
    const asked = await app.call('/api/auth/email_verifications', { method: 'POST', key });
    expect(asked.status, asked.text).to.equal(202);
    const tokenOf = () =>
      mails.received
        .filter(({ to }) => to === user.email)
        .flatMap(({ text }) => /cpv_\w+/.exec(text)?.[0] ?? [])
        .at(-1);
    await eventually('the mail with the token', async () => tokenOf() !== undefined);
    const confirmed = { method: 'POST', body: { token: tokenOf() }, key: null } as const;
    expect((await app.call('/api/auth/email_verifications/confirm', confirmed)).status).to.equal(204);
    return user;
  };

  it('is announced once, after the idle time, if its buyer can be reached', async () => {
    const { id: user_id } = await createUser(app);
    const ofCustomer = await posted(app, '/api/carts', { user_id, items: await items() });
    const ofGuest = await posted(app, '/api/carts', { email: 'ada@example.com', items: await items() });
    const unreachable = await posted(app, '/api/carts', { items: await items() });
    const empty = await posted(app, '/api/carts', { email: 'ada@example.com' });
    await advanceClock(app, HOUR - 60);
    expect(await abandonedEvents(ofCustomer.id)).to.deep.equal([]);
    await app.call(`/api/carts/${ofGuest.id}`, { method: 'PATCH', body: { note: 'Please hurry.' } });
    await advanceClock(app, 120);
    const [event] = await abandonedEvents(ofCustomer.id);
    expect(event).to.deep.include({ type: 'cart.abandoned', previous: { abandoned_at: null } });
    expect(await abandonedEvents(ofGuest.id)).to.deep.equal([]);
    await advanceClock(app, HOUR);
    expect(await abandonedEvents(ofGuest.id)).to.have.length(1);
    await app.call(`/api/carts/${ofCustomer.id}`, { method: 'PATCH', body: { items: await items() } });
    await advanceClock(app, 2 * HOUR);
    expect(await abandonedEvents(ofCustomer.id)).to.have.length(1);
    for (const { id } of [unreachable, empty]) expect(await abandonedEvents(id)).to.deep.equal([]);
  });

  it('is mailed once, to who has a proved e-mail, agreed to mails about offers, and ordered nothing since', async () => {
    const agreed = await aCustomer(true);
    const buyer = await aCustomer(true);
    const others = [await aCustomer(false), await aCustomer(undefined), await aCustomer(true, false), buyer];
    for (const { id: user_id } of [agreed, ...others])
      await posted(app, '/api/carts', { user_id, items: await items() });
    await posted(app, '/api/orders', { user_id: buyer.id, items: await items() });
    await advanceClock(app, 2 * HOUR);
    await eventually('the reminder', async () => remindersTo(agreed.email).length > 0);
    const [reminder] = remindersTo(agreed.email);
    expect(reminder?.text).to.include('Straw hat: 2 ×').and.include('https://shop.example/cart?cart=cart_');
    await advanceClock(app, 24 * HOUR);
    expect(remindersTo(agreed.email)).to.have.length(1);
    for (const { email } of others) expect(remindersTo(email)).to.deep.equal([]);
  });
});
