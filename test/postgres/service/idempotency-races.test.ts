import { expect } from 'chai';
import {
  byToken,
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { enrol, nextCodeOf } from '../../support/builders/second-factors.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { callerOf, type Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const SIZE = 20;

/** Each limit is less than the twenty requests of a race. */
const LIMITED = { RATE_LIMIT_STORE: 'postgres', SIGN_IN_RATE_LIMIT: '10/3600', CUSTOMER_SIGN_UP: 'open' };

const PER_HOUR = { calls: 10, seconds: 3600 };
const CONSTANTS = {
  guestOrderRateLimit: PER_HOUR,
  signUpRateLimit: PER_HOUR,
  paymentRateLimits: { order: { calls: 1, seconds: 3600 }, user: undefined, address: undefined, declines: undefined },
};

type Request = Readonly<{ body: object; key?: string | null }>;

onStorage(
  'postgres',
  'equal requests with one idempotency key at once, to two processes,',
  ({ app, databaseUrl }) => {
    let other: TestApp;

    before(async () => {
      other = await startApp({ ...LIMITED, DATABASE_URL: databaseUrl() }, { constants: CONSTANTS });
    });
    after(() => other.stop());

    /** Sends a request twenty times at once, and then once more. All responses are one, or say that it is awaited. */
    const race = async (path: string, request: Request): Promise<Reply> => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const calls = [app().url, other.url].map((url) => {
        const call = callerOf(url, app().ownerKey);
        return () => call(path, { method: 'POST', headers, ...request });
      });
      const replies = await Promise.all(Array.from({ length: SIZE / 2 }, () => calls.map((send) => send())).flat());
      const last = await calls[1]?.();
      if (last === undefined) throw new Error('Nothing was sent.');
      expect([last.status < 300, last.headers.get('idempotency-replayed')], last.text).to.deep.equal([true, 'true']);
      const done = replies.filter(({ status }) => status === last.status);
      for (const reply of replies) if (!done.includes(reply)) expectProblem(reply, 409, 'idempotency_in_progress');
      expect(done.filter((reply) => reply.headers.get('idempotency-replayed') === null)).to.have.length(1);
      expect(new Set([...done, last].map(({ text }) => text)).size).to.equal(1);
      return last;
    };

    /** Other attempts succeed, or are refused as wrong, until the limit refuses them. */
    const expectLeft = async (count: number, attempt: () => Promise<Reply>): Promise<void> => {
      for (let tried = 0; tried < count; tried += 1) {
        const { status, text } = await attempt();
        expect(status, text).to.not.equal(429);
      }
      expectProblem(await attempt(), 429, 'rate_limited');
    };

    const post = (path: string, { body, key = app().ownerKey }: Request) =>
      app().call(path, { method: 'POST', body, key });

    it('invite a user once, by one of five mails', async () => {
      const request = { body: { email: 'invited@example.com', name: 'Ida', role: 'staff' } };
      await race('/api/users/invitations', request);
      await expectLeft(4, () => post('/api/users/invitations', request));
    });

    it('reset a password once, by one of five mails', async () => {
      const { email } = await createUser(app());
      const request = { body: { email }, key: null };
      await race('/api/auth/password_resets', request);
      await expectLeft(4, () => post('/api/auth/password_resets', request));
    });

    it('renew recovery codes once, by one of five codes', async () => {
      const user = await createUser(app(), { role: 'admin', permissions: [] });
      const key = await signIn(app(), user);
      const { secret } = await enrol(app(), key, { current_password: PASSWORD });
      const path = '/api/users/me/recovery_codes';
      const confirmation = { current_password: PASSWORD, otp: nextCodeOf(secret) };
      const { json } = await race(path, { key, body: confirmation });
      expect(json.recovery_codes).to.have.length(10);
      // the enrolment has used one
      await expectLeft(3, () => post(path, { key, body: { ...confirmation, otp: '00000-00000' } }));
    });

    it('sign in once', async () => {
      const { email } = await createUser(app());
      await race('/api/auth', { body: { email, password: PASSWORD }, key: null });
    });

    it('pay an order once, by the only attempt that it has', async () => {
      const { id } = await createOrder(app());
      const request = { body: { order_id: id, ...byToken('tok_success'), amount: 1 } };
      await race('/api/payments', request);
      await expectLeft(0, () => post('/api/payments', request));
    });

    it('order once as a guest, and sign up once', async () => {
      const { key } = await createKey(app(), { kind: 'publishable', scopes: undefined, allowed_origins: [] });
      const product = await createProduct(app(), { stock: 100 });
      const address = { line1: 'Torstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
      const ordered = { items: itemsOf([product]), email: 'guest@example.com', shipping_address: address };
      await race('/api/orders', { key, body: ordered });
      expect((await app().call(`/api/products/${product.id}`)).json.stock).to.equal(99);
      const signedUp = { email: 'signed-up@example.com', password: PASSWORD };
      await race('/api/users', { key, body: signedUp });
    });
  },
  LIMITED,
  { constants: CONSTANTS },
);
