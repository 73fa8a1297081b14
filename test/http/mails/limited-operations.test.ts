import { expect } from 'chai';
import { MAIL_BUDGETS } from '#core/mails/mail-budgets.ts';
import { posted } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { IS_LONG } from '../../support/extent.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';
import { anAddress, anEmail, type MailOperation, mailOperations } from './mail-operations.ts';

/** More than the limit of a network. */
const TIMES = IS_LONG ? 60 : 36;

/** More than the limit of an e-mail. */
const TIMES_OF_EMAIL = IS_LONG ? 60 : 7;

/** One of each way that a mail is caused in; the long tests try all from one network. */
const WAYS = ['a sign-up where there is an account', 'an order that is cancelled', 'a withdrawal from no order'];

const MAILS = 5;

const MAILS_OF_NETWORK = 30;

/** Why the others need no limit. */
const BY_STAFF_OR_PAYERS: Readonly<Record<string, string>> = {
  invitation: 'by the staff',
  api_key_created: 'needs a scope',
  webhook_created: 'needs a scope',
  webhook_changed: 'needs a scope',
  shipment: 'by the staff',
  payment_link: 'by the staff',
  cart_reminder: 'only to a proved e-mail',
  refund: 'of who has paid',
  invoice: 'needs a scope',
};

describe(`operations that mail e-mails that nobody has proved on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;
  let operations: Record<string, MailOperation>;

  before(async () => {
    mails = await startMailServer();
    const settings = {
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', TRUST_PROXY: 'true', TEST_CLOCK: 'true' },
      ...{ CUSTOMER_SIGN_UP: 'open', CUSTOMER_MAY: 'cancel_unpaid', ...(await emptyStorage()) },
      MAILS: 'order_confirmation,cancellation,receipt,payment_failed,trial_ending',
      PASSWORD_RESET_URL: 'https://shop.example/reset',
    };
    // what is tested is no other limit
    const constants = { signUpRateLimit: undefined, guestOrderRateLimit: undefined };
    app = await startApp(settings, { constants });
    const body = { max_unpaid_guest_orders_per_email: 1000, max_unpaid_guest_orders_per_address: 1000 };
    const rules = { ...body, max_unpaid_guest_stock_per_email: 1000, max_unpaid_guest_stock_per_address: 1000 };
    expect((await app.call('/api/shop/rules', { method: 'PATCH', body: rules })).status).to.equal(200);
    operations = await mailOperations(app, mails);
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const mailsOf = (email: string, about = /./) =>
    mails.received.filter(({ to, subject }) => to === email && about.test(subject));
  /** Waits until what was requested before was sent or is to be sent later. */
  const settled = async (): Promise<void> => {
    for (let time = 0; time < 2; time += 1) {
      const email = anEmail();
      await posted(app, '/api/users/invitations', { email, name: 'Ada', role: 'staff' });
      await mails.mailsTo(email);
    }
  };
  const inTens = async (times: number, task: (index: number) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < times; from += 10) {
      await Promise.all(Array.from({ length: Math.min(10, times - from) }, (_, index) => task(from + index)));
    }
  };

  it('are all known', () => {
    const tried = Object.values(operations).flatMap((each) => each.mails);
    expect(new Set([...tried, ...Object.keys(BY_STAFF_OR_PAYERS)])).to.deep.equal(new Set(Object.keys(MAIL_BUDGETS)));
  });

  it('leave the ways open by which the owner of the e-mail gets in, and withdraws', async () => {
    const email = anEmail();
    const invited = { email, name: 'Ada', role: 'staff' };
    await posted(app, '/api/users/invitations', invited);
    for (const name of WAYS)
      for (let time = 0; time < TIMES_OF_EMAIL; time += 1) await operations[name]?.cause(email, anAddress());
    await settled();
    const before = mailsOf(email).length;
    const headers = { 'X-Forwarded-For': anAddress() };
    const post = (path: string, body: object) => app.call(path, { method: 'POST', key: null, body, headers });
    expect((await post('/api/auth/password_resets', { email })).status).to.equal(202);
    await posted(app, '/api/users/invitations', invited);
    await eventually('both are sent', async () => mailsOf(email).length === before + 2);
    expect((await post('/api/withdrawals', { order_number: '1', name: 'Ada', email })).status).to.equal(202);
  });

  it('send few mails to one e-mail, from however many networks', async () => {
    const sent: Record<string, number> = {};
    for (const [name, { cause, finish, subject, times = TIMES_OF_EMAIL }] of Object.entries(operations)) {
      const email = anEmail();
      for (let time = 0; time < times; time += 1) await cause(email, anAddress());
      await finish?.();
      await settled();
      sent[name] = mailsOf(email, subject).length;
    }
    for (const [name, count] of Object.entries(sent)) expect(count, name).to.be.within(1, MAILS);
  });

  it('send few mails from one network, to however many e-mails', async () => {
    const sent: Record<string, number> = {};
    for (const [name, { cause, finish, subject }] of Object.entries(operations)) {
      if (!IS_LONG && !WAYS.includes(name)) continue;
      const address = anAddress();
      const emails = Array.from({ length: TIMES }, anEmail);
      await inTens(TIMES, (index) => cause(emails[index] ?? '', address));
      await finish?.();
      await settled();
      sent[name] = emails.flatMap((email) => mailsOf(email, subject)).length;
    }
    for (const [name, count] of Object.entries(sent)) expect(count, name).to.be.within(1, MAILS_OF_NETWORK);
  });
});
