import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPayment,
  createUser,
  orderStep,
  posted,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { onService } from '../../support/servers/on-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

onService('payment links', ({ app }) => {
  const post = (path: string, body: object = {}, options: object = {}) =>
    app().call(`/api/payment_links${path}`, { method: 'POST', body, ...options });
  const linkTo = (body: object) => posted(app(), '/api/payment_links', body);

  it('have an address that is shown again, and who created them', async () => {
    const { id: orderId } = await createOrder(app());
    const staff = await createUser(app(), { role: 'staff' });
    const key = await signIn(app(), staff);
    const created = await post('', { order_id: orderId }, { key });
    expect(created.status, created.text).to.equal(201);
    const link = created.json;
    expect(link).to.include({ order_id: orderId, invoice_id: null, active: true, sent_at: null });
    expect(link.created_by).to.include({ kind: 'session', user_id: staff.id });
    expect(link.url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/pay\/cpp_[0-9a-z]{26}_[\w-]{22}$/);
    expect((await app().call(`/api/payment_links/${link.id}`)).json).to.deep.equal(link);
    const { data } = (await app().call(`/api/payment_links?order_id=${orderId}`)).json;
    expect(data).to.deep.equal([link]);
  });

  it('keep their address out of events and the audit log', async () => {
    const { id: orderId } = await createOrder(app());
    const { id, url } = await linkTo({ order_id: orderId });
    await post(`/${id}/deactivate`);
    const events = await app().call(`/api/events?resource_id=${id}`);
    expect(events.json.data.map(({ type }: { type: string }) => type).sort()).to.deep.equal([
      'payment_link.created',
      'payment_link.updated',
    ]);
    const audit = await app().call(`/api/audit_log?resource_id=${id}`);
    expect(audit.json.data, audit.text).to.have.length(2);
    for (const { text } of [events, audit]) expect(text).to.not.include(url.split('_').at(-1));
  });

  it('are deactivated once', async () => {
    const { id } = await linkTo({ order_id: (await createOrder(app())).id });
    const ended = (await post(`/${id}/deactivate`)).json;
    expect(ended).to.include({ active: false, version: 2 });
    expect((await post(`/${id}/deactivate`)).json).to.deep.equal(ended);
    expectProblem(await post(`/${id}/send`), 409, 'invalid_state');
  });

  it('are in the timeline of their order, for the staff', async () => {
    const user = await createUser(app());
    const { id: orderId } = await createOrder(app(), { user_id: user.id });
    const { id } = await linkTo({ order_id: orderId });
    await post(`/${id}/send`);
    await post(`/${id}/deactivate`);
    await post(`/${id}/deactivate`);
    const typesFor = async (options: object = {}): Promise<string[]> =>
      (await app().call(`/api/orders/${orderId}/timeline`, options)).json.data.map(
        ({ type }: { type: string }) => type,
      );
    expect(await typesFor()).to.deep.equal([
      'payment_link_deactivated',
      'payment_link_sent',
      'payment_link_created',
      'created',
    ]);
    expect(await typesFor({ key: await signIn(app(), user) })).to.deep.equal(['created']);
  });

  it('are only for what can be paid', async () => {
    const [paid, cancelled] = [await createOrder(app()), await createOrder(app())];
    await createPayment(app(), paid.id);
    await orderStep(app(), cancelled.id, 'cancel');
    for (const { id } of [paid, cancelled]) expectProblem(await post('', { order_id: id }), 409, 'invalid_state');
    const draft = await posted(app(), '/api/invoices', { user_id: (await createUser(app())).id, lines: [] });
    expectProblem(await post('', { invoice_id: draft.id }), 409, 'invalid_state');
    const unknown = await post('', { order_id: 'ord_01h455vb4pex5vsknk084sn02q' });
    expect(errorPathsOf(expectProblem(unknown, 422, 'unknown_reference'))).to.deep.equal(['/order_id']);
    expectProblem(await post('', {}), 422, 'validation_failed');
    const open = await createInvoice(app(), { user_id: (await createUser(app())).id });
    expect((await linkTo({ invoice_id: open.id })).invoice_id).to.equal(open.id);
  });

  it('are not sent where nobody knows an e-mail', async () => {
    const { id } = await createOrder(app(), { anonymous: true });
    const refused = expectProblem(await post('', { order_id: id, send: true }), 422, 'validation_failed');
    expect(errorPathsOf(refused)).to.deep.equal(['/send']);
    const link = await linkTo({ order_id: id });
    expectProblem(await post(`/${link.id}/send`), 409, 'invalid_state');
  });
});

describe('the mail with a payment link', () => {
  let mails: MailServer;
  before(async () => {
    mails = await startMailServer();
  });
  after(() => mails.close());

  const withShop = async (
    settings: Record<string, string>,
    test: (app: Awaited<ReturnType<typeof startApp>>) => Promise<void>,
  ) => {
    const app = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'shop@example.com', ...settings });
    try {
      await test(app);
    } finally {
      await app.stop();
    }
  };
  const mailTo = async (email: string, subject: string) => {
    await eventually(`the mail ${subject}`, async () =>
      mails.received.some((mail) => mail.to === email && mail.subject === subject),
    );
    return mails.received.find((mail) => mail.to === email && mail.subject === subject)?.text;
  };

  it('says what is due, and leads to the page', async () => {
    await withShop({}, async (app) => {
      const order = await createOrder(app, { email: 'grace@example.com' });
      const { url, sent_at: sentAt } = await posted(app, '/api/payment_links', { order_id: order.id, send: true });
      expect(sentAt).to.not.equal(null);
      const mail = await mailTo('grace@example.com', `Pay your order ${order.number} at Shop`);
      expect(mail)
        .to.include(url)
        .and.include(`To be paid: ${order.amount_due.toFixed(2)} USD`);
      const { id, email } = await createUser(app);
      const invoice = await createInvoice(app, { user_id: id });
      const link = await posted(app, '/api/payment_links', { invoice_id: invoice.id });
      await posted(app, `/api/payment_links/${link.id}/send`);
      expect(await mailTo(email, `Pay the invoice ${invoice.number} of Shop`)).to.include(link.url);
    });
  });

  it('is in German where the shop writes German, and is sent five times in an hour at most', async () => {
    await withShop({ MAIL_LANGUAGE: 'de', SIGN_IN_RATE_LIMIT: '1000/60' }, async (app) => {
      const order = await createOrder(app, { email: 'lovelace@example.com' });
      const { id } = await posted(app, '/api/payment_links', { order_id: order.id });
      for (let sent = 0; sent < 5; sent += 1) await posted(app, `/api/payment_links/${id}/send`);
      const sixth = await app.call(`/api/payment_links/${id}/send`, { method: 'POST' });
      expectProblem(sixth, 429, 'rate_limited');
      await mailTo('lovelace@example.com', `Bezahlen Sie Ihre Bestellung ${order.number} bei Shop`);
    });
  });
});
