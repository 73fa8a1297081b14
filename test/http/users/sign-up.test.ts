import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, onStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

let visitors = 0;

const anEmail = (): string => {
  visitors += 1;
  return `visitor-${visitors}@example.com`;
};

const publishableKey = async (app: TestApp): Promise<string> =>
  (await createKey(app, { kind: 'publishable', allowed_origins: [] })).key;

for (const mode of ['open', 'verified']) {
  describe(`sign-up (${mode}) on ${STORAGE}`, () => {
    let app: TestApp;
    let mails: MailServer;
    let key: string;

    before(async () => {
      mails = await startMailServer();
      const settings = { SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', CUSTOMER_SIGN_UP: mode };
      const database = await emptyStorage();
      app = await startApp({ ...settings, ...database }, { constants: { signUpRateLimit: undefined } });
      key = await publishableKey(app);
    });
    after(async () => {
      await app.stop();
      await mails.close();
    });

    const signUp = (fields: object, options: object = {}, query = ''): Promise<Reply> =>
      app.call(`/api/users${query}`, { method: 'POST', key, body: { password: PASSWORD, ...fields }, ...options });
    const session = (email: string, password = PASSWORD): Promise<Reply> =>
      app.call('/api/auth', { method: 'POST', key, body: { email, password } });
    const usersWith = async (email: string): Promise<Reply['json'][]> =>
      (await app.call(`/api/users?email=${encodeURIComponent(email)}`)).json.data;

    it('creates a customer', async () => {
      const email = anEmail();
      const profile = {
        name: 'Ada',
        phone: '+351 912 345 678',
        addresses: [{ line1: 'Rua Augusta 1', country: 'PT' }],
      };
      const reply = await signUp({ email, ...profile });
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.json).to.include({
        email,
        name: 'Ada',
        role: 'customer',
        status: 'active',
        email_verified: false,
      });
      expect(await usersWith(email)).to.deep.equal([{ ...reply.json, tags: [], note: null }]);
      const [event] = (await app.call('/api/events?type=user.created&limit=1')).json.data;
      expect(event).to.deep.include({ resource_id: reply.json.id });
      expect(event.actor.type).to.equal('api_key');
    });

    it('creates no second account for the same mailbox in other characters', async () => {
      const email = anEmail();
      expect((await signUp({ email })).status).to.equal(201);
      for (const form of [email.replace('example', 'ⓔxample'), email.replace('.', '．')]) {
        expect((await signUp({ email: form })).status, form).to.equal(201);
        expect(await usersWith(form), form).to.have.length(1);
      }
      const { email: domain } = (await signUp({ email: `${mode}@bücher.example` })).json;
      expect(await usersWith(`${mode}@xn--bcher-kva.example`)).to.deep.equal(await usersWith(domain));
      await signUp({ email: `${mode}@XN--BCHER-KVA.example` });
      expect((await app.call('/api/users?q=xn--')).json.data).to.deep.equal([]);
    });

    it('takes no e-mail whose look-alike might be somebody else’s, whether that has an account or not', async () => {
      const [known, unknown] = [anEmail(), anEmail()];
      await signUp({ email: known });
      for (const email of [known, unknown]) {
        for (const form of [`\uff56${email.slice(1)}`, email.replace('s', 'ſ'), email.replace('o', 'o\ufe0f')]) {
          const problem = expectProblem(await signUp({ email: form }), 422, 'validation_failed');
          expect(errorPathsOf(problem), form).to.deep.equal(['/email']);
          expect(problem.errors[0]).to.include({ code: 'email.spelling' });
          expect(problem.errors[0].message).to.include(email);
        }
      }
      expect((await signUp({ email: unknown })).status).to.equal(201);
      expect((await usersWith(unknown)).map(({ email }) => email)).to.deep.equal([unknown]);
      await mails.mailsTo(unknown, 1);
    });

    it('takes e-mails in any script', async () => {
      for (const name of ['josé', 'jose\u0301', 'νίκος', '李', 'Иван', 'साहिल', 'ağa', 'ßen', '한글', "o'neill+shop"]) {
        const email = `${name}-${anEmail()}`;
        const reply = await signUp({ email });
        expect(reply.status, reply.text).to.equal(201);
        expect(reply.json.email).to.equal(email.normalize('NFC'));
      }
    });

    it('responds for a known e-mail as for a new one, changes nothing and mails its holder', async () => {
      const { email, id } = await createUser(app, { name: 'Holder' });
      const before = await usersWith(email);
      const [known, fresh] = [await signUp({ email: email.toUpperCase() }), await signUp({ email: anEmail() })];
      expect(known.status, known.text).to.equal(201);
      expect(Object.keys(known.json)).to.deep.equal(Object.keys(fresh.json));
      const names = (reply: Reply): string[] => [...reply.headers.keys()].sort();
      expect(names(known)).to.deep.equal(names(fresh));
      const told = ({ json: { id: _id, email: _email, created_at: _c, updated_at: _u, ...rest } }: Reply) => rest;
      expect(told(known)).to.deep.equal(told(fresh));
      expect(known.json.id).to.match(/^usr_/).and.not.equal(id);
      expect(await usersWith(email)).to.deep.equal(before);
      const [mail] = await mails.mailsTo(email, 1);
      expect(mail?.text).to.include('the address has an account');
      const [verification] = await mails.mailsTo(fresh.json.email, 1);
      expect(verification?.text).to.match(/cpv_/);
    });

    it('creates one customer for concurrent requests', async () => {
      const email = anEmail();
      const replies = await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(6).fill(201));
      expect(await usersWith(email)).to.have.length(1);
    });

    it('accepts no rights, and requires a password', async () => {
      for (const [fields, pointer] of [
        [{ role: 'owner' }, '/role'],
        [{ role: 'customer' }, '/role'],
        [{ permissions: ['*'] }, '/permissions'],
        [{ status: 'active' }, '/status'],
        [{ metadata: {} }, '/metadata'],
        [{ password: undefined }, '/password'],
        [{ password: 'password1234' }, '/password'],
      ] as const) {
        const reply = await signUp({ email: anEmail(), ...fields });
        expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed')), pointer).to.deep.equal([pointer]);
      }
      expectProblem(await signUp({ email: anEmail() }, {}, '?dry_run=true'), 422, 'dry_run_unsupported');
      expectProblem(await signUp({ email: anEmail() }, { key: null }), 401, 'authentication_required');
    });

    it('is replayed', async () => {
      const body = { email: anEmail() };
      const headers = { 'Idempotency-Key': randomUUID() };
      const [first, again] = [await signUp(body, { headers }), await signUp(body, { headers })];
      expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([first.text, 'true']);
    });

    if (mode === 'open') {
      it('lets the customer sign in at once', async () => {
        const email = anEmail();
        await signUp({ email });
        expect((await session(email)).status).to.equal(201);
      });
      return;
    }

    it('lets the customer sign in once the e-mail is verified, and tells nothing before', async () => {
      const email = anEmail();
      await signUp({ email });
      const [early, wrong] = [await session(email), await session(email, NEW_PASSWORD)];
      const detail = expectProblem(early, 401, 'invalid_credentials').detail;
      expect(expectProblem(wrong, 401, 'invalid_credentials').detail).to.equal(detail);
      const [mail] = await mails.mailsTo(email, 1);
      const token = /cpv_[0-9A-Za-z]{49}/.exec(mail?.text ?? '')?.[0];
      const path = '/api/auth/email_verifications/confirm';
      expect((await app.call(path, { method: 'POST', key, body: { token } })).status).to.equal(204);
      expect((await session(email)).status).to.equal(201);
    });

    it('lets staff sign in without a verified e-mail', async () => {
      expect(await signIn(app, await createUser(app, { role: 'staff' }))).to.match(/^cps_/);
    });
  });
}

onStorage('memory', 'sign-up by default', ({ app }) => {
  it('is off', async () => {
    const body = { email: anEmail(), password: PASSWORD };
    const reply = await app().call('/api/users', { method: 'POST', key: await publishableKey(app()), body });
    expect(expectProblem(reply, 403, 'forbidden').detail).to.include('Sign-up is off');
  });
});

onStorage(
  'memory',
  'the rate limit of sign-ups',
  ({ app }) => {
    it('counts for each client address', async () => {
      const key = await publishableKey(app());
      const signUp = (address: string): Promise<Reply> =>
        app().call('/api/users', {
          method: 'POST',
          key,
          body: { email: anEmail(), password: PASSWORD },
          headers: { 'X-Forwarded-For': address },
        });
      for (let index = 0; index < 2; index += 1) expect((await signUp('203.0.113.1')).status).to.equal(201);
      expectProblem(await signUp('203.0.113.1'), 429, 'rate_limited');
      expect((await signUp('203.0.113.2')).status).to.equal(201);
    });
  },
  { CUSTOMER_SIGN_UP: 'open', TRUST_PROXY: 'true' },
  { constants: { signUpRateLimit: { calls: 2, seconds: 3_600 } } },
);
