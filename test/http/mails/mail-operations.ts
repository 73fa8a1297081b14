import { expect } from 'chai';
import type { MailRequest } from '#core/mails/ports.ts';
import { createKey, createPlan, createProduct, itemsOf, signIn } from '../../support/builders/resources.ts';
import { codeOf } from '../../support/builders/second-factors.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import type { Reply } from '../../support/servers/calls.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

/** Somebody causes a mail to an e-mail from an address. */
type Cause = (email: string, address: string) => Promise<number>;

/** An operation by which anybody but the staff causes mails. */
export type MailOperation = Readonly<{
  mails: readonly MailRequest['purpose'][];
  cause: Cause;
  /** Of its mails, where the e-mail gets others too. */
  subject?: RegExp;
  /** How often one e-mail is tried, where that is slow or refused. */
  times?: number;
  /** What sends the mails at last. */
  finish?: () => Promise<void>;
}>;

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

const DAY = 86_400;

let names = 0;

const another = (what: string): string => {
  names += 1;
  return `${what}-${names}`;
};

export const anEmail = (): string => `${another('somebody')}@mailed.example`;
export const anAddress = (): string => {
  names += 1;
  return `10.${names >> 16}.${(names >> 8) & 255}.${names & 255}`;
};

/** All operations that mail e-mails that nobody has proved, on a service behind a proxy. */
export const mailOperations = async (app: TestApp, mails: MailServer): Promise<Record<string, MailOperation>> => {
  const { key } = await createKey(app, { kind: 'publishable', allowed_origins: [] });
  const product = await createProduct(app);
  const madeToOrder = await createProduct(app, { withdrawal_exemption: 'custom_made' });
  const sessions = new Map<string, Promise<string>>();

  const call = (path: string, body: object | undefined, from: string, options: Parameters<TestApp['call']>[1] = {}) =>
    app.call(path, {
      method: 'POST',
      key,
      ...(body !== undefined && { body }),
      ...options,
      headers: { 'X-Forwarded-For': from, ...options.headers },
    });
  /** An account of the e-mail that the shop has added, which sends no mail. */
  const account = async (email: string): Promise<void> => {
    const { status } = await app.call('/api/users', { method: 'POST', body: { email, password: PASSWORD } });
    expect(status).to.be.oneOf([201, 409]);
  };
  const sessionOf = (email: string): Promise<string> => {
    const found = sessions.get(email) ?? account(email).then(() => signIn(app, { email }));
    sessions.set(email, found);
    return found;
  };
  const order = async (email: string, address: string, item: { id: string } = product): Promise<Json> => {
    const reply = await call('/api/orders', { items: itemsOf([item]), email, shipping_address: BERLIN }, address);
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };
  const withdraw = async (email: string, from: string, item: { id: string }): Promise<number> => {
    const { id, client_secret: secret } = await order(anEmail(), anAddress(), item);
    const body = { order_id: id, name: 'Ada', email };
    return (await call('/api/withdrawals', body, from, { headers: { 'Order-Token': secret } })).status;
  };
  /** Adds an authenticator app, signs in by a recovery code, renews the codes, and removes the app. */
  const useFactor = async (email: string, from: string): Promise<number> => {
    await account(email);
    const session = { key: await signIn(app, { email }) };
    const path = '/api/users/me/second_factors';
    const { json: enrolled } = await call(path, { type: 'totp', name: another('app') }, from, session);
    const code = codeOf(enrolled.secret);
    const confirmed = await call(`${path}/${enrolled.id}/confirm`, { code }, from, session);
    expect(confirmed.status, confirmed.text).to.equal(200);
    const [otp] = confirmed.json.recovery_codes;
    const signedIn = await call('/api/auth', { email, password: PASSWORD, otp }, from, { key: null });
    const again = { key: signedIn.json.token };
    await call('/api/users/me/recovery_codes', undefined, from, again);
    return (await call(`${path}/${enrolled.id}`, undefined, from, { method: 'DELETE', ...again })).status;
  };

  return {
    'a password reset': {
      mails: ['password_reset'],
      cause: async (email, address) => {
        await account(email);
        return (await call('/api/auth/password_resets', { email }, address)).status;
      },
    },
    'a sign-up': {
      mails: ['email_verification'],
      // a repeated sign-up causes another mail, which has a limit of its own
      subject: /^Confirm/,
      cause: async (email, address) => (await call('/api/users', { email, password: PASSWORD }, address)).status,
    },
    'another link to confirm': {
      mails: ['email_verification'],
      cause: async (email, address) =>
        (await call('/api/auth/email_verifications', undefined, address, { key: await sessionOf(email) })).status,
    },
    'a sign-up where there is an account': {
      mails: ['sign_up_repeated'],
      cause: async (email, address) => {
        await account(email);
        return (await call('/api/users', { email, password: PASSWORD }, address)).status;
      },
    },
    'a change to the e-mail': {
      mails: ['email_change'],
      cause: async (email, address) => {
        const session = { method: 'PATCH', key: await sessionOf(anEmail()) };
        return (await call('/api/users/me', { email }, address, session)).status;
      },
    },
    'a change from the e-mail': {
      mails: ['email_change_requested'],
      cause: async (email, address) => {
        const session = { method: 'PATCH', key: await sessionOf(email) };
        return (await call('/api/users/me', { email: anEmail() }, address, session)).status;
      },
    },
    'a confirmed change from the e-mail': {
      mails: ['email_changed'],
      subject: /was changed/,
      times: 8,
      cause: async (email, address) => {
        const mine = anEmail();
        sessions.delete(email);
        const session = { method: 'PATCH', key: await sessionOf(email) };
        await call('/api/users/me', { email: mine }, anAddress(), session);
        const [mail] = await mails.mailsTo(mine);
        const token = /cpv_\w+/.exec(mail?.text ?? '')?.[0];
        return (await call('/api/auth/email_verifications/confirm', { token }, address)).status;
      },
    },
    'a new password': {
      mails: ['password_changed'],
      cause: async (email, address) => {
        await account(email);
        const session = { method: 'PATCH', key: await signIn(app, { email }) };
        const body = { password: PASSWORD, current_password: PASSWORD };
        return (await call('/api/users/me', body, address, session)).status;
      },
    },
    'a second factor': {
      mails: ['second_factor_added', 'second_factor_removed', 'recovery_codes_renewed', 'recovery_code_used'],
      // codes are limited, too
      times: 2,
      cause: useFactor,
    },
    'an order that is cancelled': {
      mails: ['order_confirmation', 'cancellation'],
      cause: async (email, address) => {
        const { id, client_secret: secret } = await order(email, address);
        const options = { headers: { 'Order-Token': secret } };
        return (await call(`/api/orders/${id}/cancel`, undefined, address, options)).status;
      },
    },
    'a withdrawal from no order': {
      mails: ['withdrawal_received', 'withdrawal_unmatched'],
      cause: async (email, address) =>
        (await call('/api/withdrawals', { order_number: '987654', name: 'Ada', email }, address)).status,
    },
    'a withdrawal by a number': {
      mails: ['withdrawal_received', 'withdrawal_unverified'],
      subject: /withdrawal/i,
      cause: async (email, address) => {
        const placed = await app.call('/api/orders', { method: 'POST', body: { items: itemsOf([product]), email } });
        const body = { order_number: String(placed.json.number), name: 'Ada', email };
        return (await call('/api/withdrawals', body, address)).status;
      },
    },
    'a withdrawal from an own order': {
      mails: ['withdrawal_received', 'withdrawal_accepted'],
      cause: (email, address) => withdraw(email, address, product),
    },
    'a withdrawal from what is exempt': {
      mails: ['withdrawal_received', 'withdrawal_rejected'],
      cause: (email, address) => withdraw(email, address, madeToOrder),
    },
    'a subscription with a trial': {
      mails: ['trial_ending', 'receipt', 'payment_failed'],
      cause: async (email, address) => {
        const plan = await createPlan(app, { name: another('plan'), trial_days: 14 });
        const session = { key: await sessionOf(email) };
        const saved = await call('/api/payment_methods', { token: 'tok_saved_then_declined' }, address, session);
        const method = saved.status === 201 ? { payment_method: { id: saved.json.id } } : {};
        return (await call('/api/subscriptions', { plan_id: plan.id, ...method }, address, session)).status;
      },
      finish: async () => {
        for (const days of [12, 3, 31]) await advanceClock(app, days * DAY);
      },
    },
  };
};
