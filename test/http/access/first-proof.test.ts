import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { enrol, enrolPasskey } from '../../support/builders/second-factors.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`the first proof of an e-mail on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', CUSTOMER_SIGN_UP: 'open' };
    app = await startApp({ ...settings, ...(await emptyStorage()) });
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
