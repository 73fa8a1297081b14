import { expect } from 'chai';
import { CSV, csvOf } from '../../support/builders/imports.ts';
import {
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { enrol, enrolPasskey } from '../../support/builders/second-factors.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const DAY = 86_400;

describe(`the first proof of an e-mail on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', CUSTOMER_SIGN_UP: 'open' };
    app = await startApp({ ...settings, TEST_CLOCK: 'true', ...(await emptyStorage()) });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (path: string, body?: object, key: string | null = null): Promise<Reply> =>
    app.call(path, { method: 'POST', key, ...(body === undefined ? {} : { body }) });
  const lastToken = async (email: string, prefix: 'cpr' | 'cpv'): Promise<string> => {
    const found = (): string | undefined => {
      const texts = mails.received.filter(({ to }) => to === email).map(({ text }) => text);
      return new RegExp(`${prefix}_[0-9A-Za-z]{49}`).exec(texts.reverse().join())?.[0];
    };
    await eventually(`a ${prefix} is mailed`, async () => found() !== undefined);
    return found() ?? expect.fail();
  };
  const confirm = async (email: string, key: string | null = null) =>
    post('/api/auth/email_verifications/confirm', { token: await lastToken(email, 'cpv') }, key);

  /** Somebody who signs up with the e-mail, signs in, and adds what would keep the account theirs. */
  const signUp = async (): Promise<{ id: string; email: string; session: string }> => {
    const addresses = [{ line1: 'Thief Street 1', country: 'PT' }];
    const { id, email } = await createUser(app, { phone: '+351 912 345 678', addresses });
    const session = await signIn(app, { email });
    expect((await post('/api/payment_methods', { token: 'tok_success' }, session)).status).to.equal(201);
    await post('/api/auth/email_verifications', undefined, session);
    return { id, email, session };
  };
  const left = async (id: string) => {
    const user = (await app.call(`/api/users/${id}`)).json;
    return {
      phone: user.phone,
      addresses: user.addresses.length,
      pending_email: user.pending_email,
      methods: (await app.call(`/api/payment_methods?user_id=${id}`)).json.data.length,
      factors: (await app.call(`/api/users/${id}/export`)).json.second_factors.length,
      sessions: (await app.call(`/api/users/${id}/sessions`)).json.data.length,
    };
  };
  const NOTHING = { phone: null, addresses: 0, pending_email: null, methods: 0, factors: 0, sessions: 0 };

  for (const [title, add] of [
    ['an authenticator app', enrol],
    ['a passkey', enrolPasskey],
  ] as const) {
    it(`by a mailed reset gives the owner the account, whose ${title} a stranger has`, async () => {
      const { id, email, session } = await signUp();
      const factor = await add(app, session);
      await post('/api/auth/password_resets', { email });
      const token = await lastToken(email, 'cpr');
      expect((await post('/api/auth/password_resets/confirm', { token, password: NEW_PASSWORD })).status).to.equal(204);
      expect(await left(id)).to.deep.equal(NOTHING);
      expect(await signIn(app, { email }, NEW_PASSWORD)).to.match(/^cps_/);
      expectProblem(await app.call('/api/users/me', { key: session }), 401, 'session_ended');
      const [removed] = (await app.call(`/api/audit_log?resource_id=${factor.id}`)).json.data;
      expect(removed).to.include({ action: 'second_factor.removed' });
    });
  }

  it('gives an imported customer a password, and keeps what the shop has brought along', async () => {
    const email = 'imported@example.com';
    const file = csvOf(
      'email,phone,address.line1,address.country,email_marketing',
      `${email},+351912345678,Rua 1,PT,yes`,
    );
    const headers = { 'Content-Type': CSV };
    expect((await app.call('/api/users/import', { method: 'POST', body: file, headers })).json).to.include({
      created: 1,
    });
    await post('/api/auth/password_resets', { email });
    const token = await lastToken(email, 'cpr');
    expect((await post('/api/auth/password_resets/confirm', { token, password: NEW_PASSWORD })).status).to.equal(204);
    const me = await app.call('/api/users/me', { key: await signIn(app, { email }, NEW_PASSWORD) });
    expect(me.json).to.deep.include({ phone: '+351912345678', email_verified: true });
    expect([me.json.addresses.length, me.json.consents.email_marketing.granted]).to.deep.equal([1, true]);
  });

  it('has to come before a file brings along what a stranger would read', async () => {
    const { id, email } = await signUp();
    const file = csvOf('email,address.line1,address.country', `${email},Rua 1,PT`);
    const headers = { 'Content-Type': CSV };
    const ended = await app.call('/api/users/import', { method: 'POST', body: file, headers });
    expect([ended.json.failed, ended.json.errors[0].field]).to.deep.equal([1, 'email']);
    expect((await left(id)).addresses).to.equal(1);
  });

  it('by a link that is opened without a session removes the same, and the new e-mail that a stranger waits for', async () => {
    const { id, email, session } = await signUp();
    const thief = `thief-of-${email}`;
    await app.call('/api/users/me', { method: 'PATCH', key: session, body: { email: thief } });
    const pending = await lastToken(thief, 'cpv');
    await enrol(app, session);
    expect((await confirm(email)).status).to.equal(204);
    expect(await left(id)).to.deep.equal(NOTHING);
    expectProblem(await post('/api/auth/email_verifications/confirm', { token: pending }), 422, 'validation_failed');
    expect(await signIn(app, { email }, PASSWORD)).to.match(/^cps_/);
  });

  it('removes whatever a stranger has written of themselves, and keeps what the shop has', async () => {
    const { id, email, session } = await signUp();
    const me = (body: object, key?: string) =>
      app.call(`/api/users/${key === undefined ? id : 'me'}`, { method: 'PATCH', body, ...(key && { key }) });
    await me({ metadata: { segment: 'b2b' } });
    const own = { name: 'Mallory', tax_id: 'DE136695976', metadata: { invoice_to: 'Mallory' } };
    expect((await me(own, session)).json).to.deep.include({ ...own, metadata: { segment: 'b2b', ...own.metadata } });
    expect((await me({ tax_id_confirmed: true, trusted: true })).json).to.include({ tax_id_confirmed: true });
    const views = [{ list: 'orders', name: 'Mine', query: 'q=mallory' }];
    const saved = await app.call('/api/users/me/views', { method: 'PUT', key: session, body: { views } });
    expect(saved.status, saved.text).to.equal(200);
    expect((await confirm(email)).status).to.equal(204);
    expect((await app.call(`/api/users/${id}`)).json).to.deep.include({
      ...{ name: null, phone: null, addresses: [], pending_email: null, metadata: { segment: 'b2b' } },
      ...{ tax_id: null, tax_id_confirmed: false, tax_id_confirmed_at: null, email_verified: true, trusted: true },
    });
    const proved = await signIn(app, { email });
    expect((await app.call('/api/users/me/views', { key: proved })).json.views).to.deep.equal([]);
  });

  it('cancels the subscriptions of a stranger without a charge: the owner’s card pays for none of them', async () => {
    const { id, email, session } = await signUp();
    const product = await createProduct(app, { stock: 20 });
    const [plan, goods] = [await createPlan(app), await createPlan(app, { product_id: product.id })];
    const begin = async (body: object) => {
      const terms = { metadata: { for: 'Mallory' }, billing_address: { line1: 'Thief Street 1', country: 'PT' } };
      const reply = await post('/api/subscriptions', { quantity: 3, ...terms, ...body }, session);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json.id;
    };
    const started = [
      await begin({ plan_id: plan.id, payment_method: { token: 'tok_saved_then_declined' } }),
      await begin({ plan_id: goods.id, payment_method: { token: 'tok_requires_action' } }),
      (await createSubscription(app, { user_id: id, trial_days: 30, payment_method: undefined })).id,
      await begin({ plan_id: goods.id, payment_method: { token: 'tok_success' } }),
    ];
    expect(await stockOf(app, product)).to.equal(14);
    await post('/api/auth/password_resets', { email });
    const token = await lastToken(email, 'cpr');
    expect((await post('/api/auth/password_resets/confirm', { token, password: NEW_PASSWORD })).status).to.equal(204);
    for (const each of started) {
      expect((await app.call(`/api/subscriptions/${each}`)).json).to.deep.include({
        ...{ status: 'cancelled', metadata: {}, billing_address: null, next_action: null },
      });
    }
    expect(await stockOf(app, product)).to.equal(17);
    const owner = await signIn(app, { email }, NEW_PASSWORD);
    const charged = async () => (await app.call('/api/payments?include_total=true', { key: owner })).json.total;
    const before = await charged();
    expect((await post('/api/payment_methods', { token: 'tok_success' }, owner)).status).to.equal(201);
    await advanceClock(app, 70 * DAY);
    expect(await charged()).to.equal(before);
    const subscribed = await post('/api/subscriptions', { plan_id: plan.id, quantity: 1 }, owner);
    expect(subscribed.status, subscribed.text).to.equal(201);
  });

  it('cancels a subscription whose payment had failed: a card that the owner saves does not pay what is owed', async () => {
    const { email, session } = await signUp();
    const { id: plan_id } = await createPlan(app);
    const reply = await post(
      '/api/subscriptions',
      { plan_id, payment_method: { token: 'tok_saved_then_declined' } },
      session,
    );
    await advanceClock(app, 31 * DAY);
    const read = async () => (await app.call(`/api/subscriptions/${reply.json.id}`)).json.status;
    expect(await read()).to.equal('past_due');
    expect((await confirm(email)).status).to.equal(204);
    expect(await read()).to.equal('cancelled');
    const owner = await signIn(app, { email });
    expect((await post('/api/payment_methods', { token: 'tok_success' }, owner)).status).to.equal(201);
    await advanceClock(app, 40 * DAY);
    const { data } = (await app.call('/api/payments', { key: owner })).json;
    expect(data.filter(({ status }: { status: string }) => status === 'succeeded')).to.have.length(1);
  });

  it('is needed before the staff gives a role or permissions, unless the account is made with them', async () => {
    const { id, email } = await signUp();
    const patch = (body: object) => app.call(`/api/users/${id}`, { method: 'PATCH', body });
    for (const rights of [{ role: 'admin' }, { permissions: ['orders:read'] }]) {
      const problem = expectProblem(await patch(rights), 409, 'invalid_state');
      expect(problem).to.include({ current_state: 'unverified' });
    }
    const put = await app.call(`/api/users/${id}`, { method: 'PUT', body: { email, role: 'staff' } });
    expectProblem(put, 409, 'invalid_state');
    expect((await patch({ name: 'Ada', trusted: true })).status).to.equal(200);
    expect((await confirm(email)).status).to.equal(204);
    expect((await patch({ role: 'admin' })).json.role).to.equal('admin');
    const made = await createUser(app, { role: 'analyst' });
    expect((await app.call(`/api/users/${made.id}`, { method: 'PATCH', body: { role: 'staff' } })).status).to.equal(
      200,
    );
    const withoutPassword = await app.call('/api/users', {
      method: 'POST',
      body: { email: 'no-password@example.com' },
    });
    const given = { method: 'PATCH', body: { role: 'staff' } };
    expect((await app.call(`/api/users/${withoutPassword.json.id}`, given)).status).to.equal(200);
  });

  it('by the session of the account keeps everything, whatever proves it later', async () => {
    const { id, email, session } = await signUp();
    await enrol(app, session);
    expect((await confirm(email, session)).status).to.equal(204);
    const everything = { phone: '+351 912 345 678', addresses: 1, pending_email: null, methods: 1, factors: 1 };
    expect(await left(id)).to.deep.equal({ ...everything, sessions: 1 });
    await post('/api/auth/password_resets', { email });
    const token = await lastToken(email, 'cpr');
    await post('/api/auth/password_resets/confirm', { token, password: NEW_PASSWORD });
    expect(await left(id)).to.deep.equal({ ...everything, sessions: 0 });
  });

  it('is the only one that removes: a customer with a proved e-mail may open the link of a new one anywhere', async () => {
    const { id, email, session } = await signUp();
    await confirm(email, session);
    const wanted = `new-${email}`;
    await app.call('/api/users/me', { method: 'PATCH', key: session, body: { email: wanted } });
    expect((await confirm(wanted)).status).to.equal(204);
    expect(await left(id)).to.include({ addresses: 1, methods: 1, sessions: 1 });
  });
});
