import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPayment,
  createPlan,
  createSubscription,
  createUser,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`mails about billing on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    app = await startApp({
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      BILLING_PAGE_URL: 'https://shop.example/billing',
      MAILS: 'receipt,payment_failed,trial_ending',
      TEST_CLOCK: 'true',
      ...(await emptyStorage()),
    });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const payment_method = { token: 'tok_success' };

  it('send a receipt for a paid invoice, also of an order', async () => {
    const user = await createUser(app, { email: `receipt-${STORAGE}@example.com` });
    const invoice = await createInvoice(app, { user_id: user.id });
    await app.call('/api/payments', { method: 'POST', body: { invoice_id: invoice.id, payment_method } });
    const [receipt] = await mails.mailsTo(user.email);
    expect(receipt?.subject).to.include(invoice.number);
    expect(receipt?.text).to.include('Paid: 119.00 USD');
    expect(receipt?.text).to.include(`https://shop.example/billing?invoice=${invoice.id}`);
    const order = await createOrder(app, { email: `order-${STORAGE}@example.com` });
    await createPayment(app, order.id);
    const draft = await app.call('/api/invoices', { method: 'POST', body: { order_id: order.id } });
    const finalized = await app.call(`/api/invoices/${draft.json.id}/finalize`, { method: 'POST' });
    const [ordered] = await mails.mailsTo(order.email);
    expect(ordered?.subject).to.include(finalized.json.number);
  });

  it('have an invoice that is sent on request, whatever the shop has switched off, and not again for a minute', async () => {
    const email = `sent-${STORAGE}@example.com`;
    const order = await createOrder(app, { email });
    const post = (at: string, body: object = {}) => app.call(`/api/invoices${at}`, { method: 'POST', body });
    const { id } = (await post('', { order_id: order.id })).json;
    expectProblem(await post(`/${id}/send`), 409, 'invalid_state');
    const { number } = (await post(`/${id}/finalize`)).json;
    expect((await post(`/${id}/send?dry_run=true`)).json).to.deep.include({ emits: ['invoice.sent'] });
    const sent = await post(`/${id}/send`);
    expect(sent.json.sent_at).to.be.a('string');
    const [mail] = await mails.mailsTo(email);
    expect(mail?.subject).to.include(number);
    const [file] = mail?.attachments ?? [];
    expect(file).to.include({ filename: `${number}.pdf`, contentType: 'application/pdf' });
    expect(`${Buffer.from(file?.content ?? []).subarray(0, 5)}`).to.equal('%PDF-');
    expect(expectProblem(await post(`/${id}/send`), 409, 'invalid_state').detail).to.include('less than a minute ago');
    await advanceClock(app, 60);
    expect((await post(`/${id}/send`)).status).to.equal(200);
    expect(await mails.mailsTo(email, 2)).to.have.length(2);
    const { id: nameless } = await createOrder(app, { anonymous: true, email: undefined });
    const draft = (await post('', { order_id: nameless })).json;
    await post(`/${draft.id}/finalize`);
    expect(expectProblem(await post(`/${draft.id}/send`), 409, 'invalid_state').detail).to.include('has no e-mail');
    await post(`/${draft.id}/void`);
    expect(expectProblem(await post(`/${draft.id}/send`), 409, 'invalid_state').detail).to.include('is void');
  });

  it('follow a subscription: the end of its trial, its payments, and one that fails', async () => {
    const post = async (at: string, body: object) => {
      const reply = await app.call(at, { method: 'POST', body });
      expect(reply.status, reply.text).to.be.oneOf([200, 201]);
      return reply.json;
    };
    const pass = (days: number) => advanceClock(app, days * 86_400);
    const user = await createUser(app, { email: `subscriber-${STORAGE}@example.com` });
    const plan = await createPlan(app, { name: 'Team', trial_days: 14 });
    const method = await post('/api/payment_methods', { user_id: user.id, token: 'tok_saved_then_declined' });
    const subscription = await post('/api/subscriptions', {
      user_id: user.id,
      plan_id: plan.id,
      payment_method: { id: method.id },
    });
    await pass(12);
    const [ending] = await mails.mailsTo(user.email);
    expect(ending?.subject).to.match(/^Your trial at .* ends on /);
    expect(ending?.text).to.include(`https://shop.example/billing?subscription=${subscription.id}`);
    await pass(3);
    const [, receipt] = await mails.mailsTo(user.email, 2);
    expect(receipt?.subject).to.include('receipt').and.include('INV-');
    await pass(31);
    const [, , failed] = await mails.mailsTo(user.email, 3);
    expect(failed?.subject).to.include('failed');
    expect(failed?.text).to.match(/Amount due: 10\.00 USD.*billing\?invoice=inv_/s);
  });

  it('send no receipt of invoices of nothing, which are paid without a payment', async () => {
    const user = await createUser(app, { email: `nothing-${STORAGE}@example.com` });
    const { id } = await createSubscription(app, { user_id: user.id, quantity: 0 });
    await advanceClock(app, 31 * 86_400);
    const { data } = (await app.call(`/api/invoices?subscription_id=${id}`)).json;
    expect(data).to.have.length(2);
    for (const invoice of data) {
      expect(invoice).to.include({ status: 'paid', total: 0 });
      expect((await app.call(`/api/payments?invoice_id=${invoice.id}`)).json.data).to.deep.equal([]);
    }
    const due = await createInvoice(app, { user_id: user.id });
    await app.call('/api/payments', { method: 'POST', body: { invoice_id: due.id, payment_method } });
    const [first, ...others] = await mails.mailsTo(user.email);
    expect(first?.subject).to.include(due.number);
    expect(others).to.deep.equal([]);
  });

  it('send none to a user who was erased before', async () => {
    const user = await createUser(app, { email: `erased-${STORAGE}@example.com` });
    const invoice = await createInvoice(app, { user_id: user.id });
    expect((await app.call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    const paid = await app.call(`/api/invoices/${invoice.id}/pay`, {
      method: 'POST',
      body: { paid_out_of_band: true },
    });
    expect(paid.json.status, paid.text).to.equal('paid');
    const other = await createUser(app, { email: `other-${STORAGE}@example.com` });
    const later = await createInvoice(app, { user_id: other.id });
    await app.call(`/api/invoices/${later.id}/pay`, { method: 'POST', body: { paid_out_of_band: true } });
    await mails.mailsTo(other.email);
    expect(mails.received.filter(({ to }) => to === user.email)).to.deep.equal([]);
  });
});
