import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const PAGE = 'https://shop.example/new-password?lang=pt';

describe(`mailed tokens on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', PASSWORD_RESET_URL: PAGE };
    app = await startApp({ ...settings, ...(await emptyStorage()) });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (path: string, body: unknown, key: string | null = null): Promise<Reply> =>
    app.call(`/api/auth/${path}`, { method: 'POST', key, ...(body === undefined ? {} : { body }) });
  const reset = (token: string, password = NEW_PASSWORD) => post('password_resets/confirm', { token, password });
  const verify = (token: string, key: string | null = null) => post('email_verifications/confirm', { token }, key);
  const tokenIn = (text = ''): string => /cp[rv]_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? '';
  const me = async (key: string) => (await app.call('/api/users/me', { key })).json;

  /** The token mailed for a password reset. */
  const resetToken = async (email: string, count = 1): Promise<string> => {
    expect((await post('password_resets', { email })).status).to.equal(202);
    return tokenIn((await mails.mailsTo(email.toLowerCase(), count)).at(-1)?.text);
  };
  const isWorthless = async (attempt: Promise<Reply>): Promise<void> => {
    expect(errorPathsOf(expectProblem(await attempt, 422, 'validation_failed'))).to.deep.equal(['/token']);
  };

  it('set a new password once and end all sessions', async () => {
    const user = await createUser(app, { name: 'Ada' });
    const session = await signIn(app, user);
    const token = await resetToken(user.email.toUpperCase());
    const [mail] = await mails.mailsTo(user.email);
    expect(mail?.subject).to.equal('Set a new password');
    expect(mail?.text).to.not.include('Ada');
    expect(mail?.text).to.include(`${PAGE}&token=${token}`);
    expect((await reset(token)).status).to.equal(204);
    expectProblem(await app.call('/api/auth', { key: session }), 401, 'session_ended');
    expectProblem(
      await app.call('/api/auth', { method: 'POST', key: null, body: { email: user.email, password: PASSWORD } }),
      401,
      'invalid_credentials',
    );
    expect(await me(await signIn(app, user, NEW_PASSWORD))).to.include({ email_verified: true, version: 2 });
    await isWorthless(reset(token));
  });

  it('set a first password', async () => {
    const { json } = await app.call('/api/users', { method: 'POST', body: { email: 'invited@example.com' } });
    expect((await reset(await resetToken(json.email))).status).to.equal(204);
    expect(await signIn(app, json, NEW_PASSWORD)).to.match(/^cps_/);
  });

  it('are requested with the same response for any e-mail', async () => {
    const { email } = await createUser(app);
    const disabled = await createUser(app);
    await app.call(`/api/users/${disabled.id}`, { method: 'PATCH', body: { status: 'disabled' } });
    const replies = [];
    for (const one of [email, disabled.email, 'nobody@example.com']) {
      const { status, text, headers } = await post('password_resets', { email: one });
      replies.push([status, text, headers.get('location'), headers.get('content-length')]);
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).to.equal(1);
    await mails.mailsTo(email);
    await resetToken(email, 2);
    expect(mails.received.map(({ to }) => to))
      .to.not.include(disabled.email)
      .and.not.include('nobody@example.com');
  });

  it('are invalidated by a newer one, a new password or another e-mail', async () => {
    const user = await createUser(app);
    const first = await resetToken(user.email);
    const second = await resetToken(user.email, 2);
    await isWorthless(reset(first));
    await app.call(`/api/users/${user.id}`, { method: 'PATCH', body: { password: 'yet another fine password' } });
    await isWorthless(reset(second));
    const third = await resetToken(user.email, 3);
    await app.call(`/api/users/${user.id}`, { method: 'PATCH', body: { email: `new-${user.email}` } });
    await isWorthless(reset(third));
  });

  it('are rejected when forged, truncated or of another purpose', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    expect((await post('email_verifications', undefined, session)).status).to.equal(202);
    const other = tokenIn((await mails.mailsTo(user.email))[0]?.text);
    expect(other).to.match(/^cpv_/);
    const token = await resetToken(user.email, 2);
    for (const wrong of [token.slice(0, -1), `${token}x`, token.replace(/.$/, '-'), 'x', session, other]) {
      await isWorthless(reset(wrong));
    }
    for (const wrong of [token, session, 'cpv_']) await isWorthless(verify(wrong));
    for (const wrong of [token, other]) {
      expectProblem(await app.call('/api/auth', { key: wrong }), 401, 'invalid_api_key');
    }
    expect((await reset(token)).status).to.equal(204);
  });

  it('stay valid when the new password is rejected', async () => {
    const { email } = await createUser(app);
    const token = await resetToken(email);
    for (const password of ['short', 'password1234', 'x'.repeat(129)]) {
      expect(errorPathsOf(expectProblem(await reset(token, password), 422, 'validation_failed'))).to.deep.equal([
        '/password',
      ]);
    }
    const body = { token, password: NEW_PASSWORD };
    const dryRun = { method: 'POST', key: null, body };
    expect((await app.call('/api/auth/password_resets/confirm?dry_run=true', dryRun)).status).to.equal(200);
    expect((await reset(token)).status).to.equal(204);
  });

  it('let the owner of an e-mail claim the orders that were placed with it as a guest', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    const { id } = await createOrder(app, { email: user.email.toUpperCase().replace('EXAMPLE', 'Ⓔxample') });
    const paid = await createPayment(app, id);
    const sent = (await orderStep(app, id, 'fulfillments')).json;
    const items = [{ item_id: sent.items[0].id, quantity: 1 }];
    const { json: returned } = await app.call(`/api/orders/${id}/returns`, { method: 'POST', body: { items } });
    const other = await createOrder(app, { email: 'another-guest@example.com' });
    const claim = (key = session) => app.call('/api/orders/claim', { method: 'POST', key });
    // nor does an API key do it for a user who has proved no e-mail
    for (const key of [session, app.ownerKey]) {
      expect(expectProblem(await claim(key), 409, 'invalid_state').current_state).to.equal('unverified');
    }
    await post('email_verifications', undefined, session);
    const [mail] = await mails.mailsTo(user.email);
    expect((await verify(tokenIn(mail?.text), session)).status).to.equal(204);
    expectProblem(await app.call(`/api/orders/${id}`, { key: session }), 404, 'not_found');
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(claims.map(({ json }) => json.count).sort()).to.deep.equal([0, 0, 1]);
    expect((await app.call('/api/orders', { key: session })).json.data).to.have.length(1);
    expect((await app.call(`/api/orders/${id}`, { key: session })).json).to.include({ user_id: user.id, version: 4 });
    const [claimed] = (await app.call(`/api/audit_log?resource_id=${id}`)).json.data;
    expect(claimed).to.deep.include({ before: { user_id: null }, after: { user_id: user.id } });
    expect((await app.call(`/api/payments/${paid.id}`, { key: session })).json).to.include({ user_id: user.id });
    expect((await app.call(`/api/returns/${returned.id}`, { key: session })).json).to.include({ user_id: user.id });
    expectProblem(await app.call(`/api/orders/${other.id}`, { key: session }), 404, 'not_found');
  });

  it('keep a code that is used once per customer used, whoever claims the order', async () => {
    const limited = { name: 'Once', kind: 'percent', percent: 10 };
    const codes = [
      { ...limited, code: 'ONCE', max_uses_per_customer: 1 },
      { ...limited, code: 'FIRST', first_order: true },
    ];
    for (const body of codes) expect((await app.call('/api/discounts', { method: 'POST', body })).status).to.equal(201);
    const items = itemsOf([await createProduct(app)]);
    const order = (buyer: object, code: string, key?: string, query = '') =>
      app.call(`/api/orders${query}`, {
        method: 'POST',
        body: { items, ...buyer, discount_codes: [code] },
        ...(key === undefined ? {} : { key }),
      });
    for (const { code } of codes) {
      const user = await createUser(app);
      const session = await signIn(app, user);
      const form = user.email.toUpperCase().replace('EXAMPLE', 'ⓔxample');
      expect((await order({ email: form }, code)).status).to.equal(201);
      // an account learns of its e-mail once it is proved
      expect((await order({}, code, session, '?dry_run=true')).json.refused_discount_codes).to.deep.equal([]);
      await post('email_verifications', undefined, session);
      const [mail] = await mails.mailsTo(user.email);
      await verify(tokenIn(mail?.text), session);
      expect((await app.call('/api/orders/claim', { method: 'POST', key: session })).json.count).to.equal(1);
      const body = { email: `later-${user.email}` };
      expect((await app.call(`/api/users/${user.id}`, { method: 'PATCH', body })).status).to.equal(200);
      for (const [buyer, key] of [[{}, session], [{ email: user.email }]] as const) {
        expectProblem(await order(buyer, code, key), 422, 'validation_failed');
      }
      expect((await order(body, code, undefined, '?dry_run=true')).json.refused_discount_codes).to.deep.equal([]);
    }
  });

  it('verify an e-mail once', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    expect((await me(session)).email_verified).to.equal(false);
    await post('email_verifications', undefined, session);
    const [mail] = await mails.mailsTo(user.email);
    expect(mail?.subject).to.equal('Confirm your e-mail address');
    const token = tokenIn(mail?.text);
    expect((await verify(token, session)).status).to.equal(204);
    expect(await me(session)).to.include({ email_verified: true, version: 2 });
    await isWorthless(verify(token));
  });

  it('replace an e-mail, whose holder is notified', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    const email = `New-${user.email}`;
    const changed = await app.call('/api/users/me', { method: 'PATCH', body: { email }, key: session });
    expect(changed.json).to.include({ email: user.email, pending_email: email });
    const [mail] = await mails.mailsTo(email);
    expect(mail?.subject).to.equal('Confirm your e-mail address');
    expect((await mails.mailsTo(user.email)).map(({ subject }) => subject)).to.deep.equal([
      'A new e-mail address was requested',
    ]);
    expect((await verify(tokenIn(mail?.text), session)).status).to.equal(204);
    expect(await me(session)).to.include({ email, pending_email: null, email_verified: true, version: 3 });
    expect((await mails.mailsTo(user.email, 2)).at(-1)?.subject).to.equal('Your e-mail address was changed');
  });

  it('are mailed to a free e-mail only, while the response is the same for a taken one', async () => {
    const [ada, bob, zoe] = [await createUser(app), await createUser(app), await createUser(app)];
    const shown = async (holder: { email: string; id: string }, method: string, query = '') => {
      const key = await signIn(app, holder);
      const replies = [];
      for (const email of [`free-${method}-${holder.email}`, zoe.email]) {
        const path = method === 'PUT' ? `/api/users/${holder.id}` : '/api/users/me';
        const reply = await app.call(`${path}${query}`, { method, body: { email }, key });
        const { pending_email, updated_at: _time, version: _version, ...rest } = reply.json;
        expect(pending_email).to.equal(email);
        replies.push(JSON.stringify([reply.status, rest, [...reply.headers.keys()]]));
      }
      return new Set(replies).size;
    };
    expect(await shown(ada, 'PATCH', '?dry_run=true')).to.equal(1);
    expect(await shown(ada, 'PUT', '?dry_run=true')).to.equal(1);
    expect(mails.received.map(({ to }) => to)).to.not.include(zoe.email);
    expect(await shown(bob, 'PATCH')).to.equal(1);
    const [notice] = await mails.mailsTo(zoe.email);
    expect(notice?.subject).to.equal('You have an account already');
    expect(notice?.text).to.not.match(/cp[rv]_/);
  });

  it('are mailed for five new e-mails an hour, dry runs included', async () => {
    const user = await createUser(app);
    const key = await signIn(app, user);
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const body = { email: `${time}-${user.email}` };
      statuses.push((await app.call('/api/users/me?dry_run=true', { method: 'PATCH', body, key })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429]);
  });

  it('are not needed for notices of a new password and of a new API key', async () => {
    const user = await createUser(app, { role: 'staff', permissions: ['keys:write'] });
    const key = await signIn(app, user);
    await app.call('/api/auth/keys', { method: 'POST', body: { name: 'a key' }, key });
    const [created] = await mails.mailsTo(user.email);
    expect(created?.subject).to.equal('A new API key was created');
    const body = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect((await app.call('/api/users/me', { method: 'PATCH', body, key })).status).to.equal(200);
    expect((await mails.mailsTo(user.email, 2)).at(-1)?.subject).to.equal('Your password was changed');
  });

  it('are redeemed by one of two concurrent requests', async () => {
    const user = await createUser(app);
    const token = await resetToken(user.email);
    const replies = await Promise.all([reset(token), reset(token, 'yet another fine password')]);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, 422]);
    const winner = replies[0].status === 204 ? NEW_PASSWORD : 'yet another fine password';
    expect(await signIn(app, user, winner)).to.match(/^cps_/);
  });

  it('return the first response to a repeated request', async () => {
    const { email } = await createUser(app);
    const body = { token: await resetToken(email), password: NEW_PASSWORD };
    const send = () =>
      app.call('/api/auth/password_resets/confirm', {
        method: 'POST',
        key: null,
        body,
        headers: { 'Idempotency-Key': `reset-${email}` },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).to.deep.equal([204, 204]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('are requested once by a repeated request, whatever the limit', async () => {
    const { email } = await createUser(app);
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      const headers = { 'Idempotency-Key': `request-${email}` };
      const reply = await app.call('/api/auth/password_resets', {
        method: 'POST',
        key: null,
        body: { email },
        headers,
      });
      statuses.push(reply.status);
    }
    expect(statuses).to.deep.equal(Array(8).fill(202));
    expect(await mails.mailsTo(email)).to.have.length(1);
  });

  it('are not mailed for a dry run', async () => {
    const { email } = await createUser(app);
    const reply = await app.call('/api/auth/password_resets?dry_run=true', {
      method: 'POST',
      body: { email },
      key: null,
    });
    expect([reply.status, reply.json.dry_run]).to.deep.equal([202, true]);
    const { email: other } = await createUser(app);
    await resetToken(other);
    expect(mails.received.map(({ to }) => to)).to.not.include(email);
  });
});
