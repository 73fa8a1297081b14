import { expect } from 'chai';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createDatabase } from '../support/postgres.ts';
import { createInvoice, createOrder, createPayment, createUser } from '../support/resources.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

for (const storage of ['memory', 'postgres']) {
  describe(`mails about billing on ${storage}`, () => {
    let app: TestApp;
    let mails: MailServer;

    before(async () => {
      mails = await startMailServer();
      app = await startApp({
        SMTP_URL: mails.url,
        MAIL_FROM: 'Shop <shop@example.com>',
        BILLING_PAGE_URL: 'https://shop.example/billing',
        MAILS: 'receipt',
        ...(storage === 'postgres' ? { DATABASE_URL: await createDatabase() } : {}),
      });
    });
    after(async () => {
      await app.stop();
      await mails.close();
    });

    const payment_method = { token: 'tok_success' };

    it('send a receipt for a paid invoice, also of an order', async () => {
      const user = await createUser(app, { email: `receipt-${storage}@example.com` });
      const invoice = await createInvoice(app, { user_id: user.id });
      await app.call('/api/payments', { method: 'POST', body: { invoice_id: invoice.id, payment_method } });
      const [receipt] = await mails.mailsTo(user.email);
      expect(receipt?.subject).to.include(invoice.number);
      expect(receipt?.text).to.include('Paid: 119.00 USD');
      expect(receipt?.text).to.include(`https://shop.example/billing?invoice=${invoice.id}`);
      const order = await createOrder(app, { email: `order-${storage}@example.com` });
      await createPayment(app, order.id);
      const draft = await app.call('/api/invoices', { method: 'POST', body: { order_id: order.id } });
      const finalized = await app.call(`/api/invoices/${draft.json.id}/finalize`, { method: 'POST' });
      const [ordered] = await mails.mailsTo(order.email);
      expect(ordered?.subject).to.include(finalized.json.number);
    });

    it('send none to a user who was erased before', async () => {
      const user = await createUser(app, { email: `erased-${storage}@example.com` });
      const invoice = await createInvoice(app, { user_id: user.id });
      expect((await app.call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
      const paid = await app.call(`/api/invoices/${invoice.id}/pay`, {
        method: 'POST',
        body: { paid_out_of_band: true },
      });
      expect(paid.json.status, paid.text).to.equal('paid');
      const other = await createUser(app, { email: `other-${storage}@example.com` });
      const later = await createInvoice(app, { user_id: other.id });
      await app.call(`/api/invoices/${later.id}/pay`, { method: 'POST', body: { paid_out_of_band: true } });
      await mails.mailsTo(other.email);
      expect(mails.received.filter(({ to }) => to === user.email)).to.deep.equal([]);
    });
  });
}
