import { expect } from 'chai';
import { createPlan, createUser, posted } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { attachmentsOf, elementsOf, pagesOf, parsedXml, textOf } from '../../support/documents/read-pdf.ts';
import { eventually } from '../../support/eventually.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`files of invoices that a subscription charges on ${STORAGE}`, () => {
  let app: TestApp;

  before(async () => {
    app = await startApp({ TEST_CLOCK: 'true', ...(await emptyStorage()) });
    const address = { line1: 'Hauptstraße 1', city: 'Berlin', country: 'DE' };
    const reply = await app.call('/api/shop', { method: 'PATCH', body: { address, tax_id: 'DE136695976' } });
    expect(reply.status, reply.text).to.equal(200);
  });
  after(() => app.stop());

  const post = (at: string, body: object) => posted(app, at, body);

  /** The newest invoice of a new subscription after some days. */
  const invoiceAfter = async (days: number, token: string, fields: object = {}) => {
    const addresses = [{ line1: '12 St James’s Square', city: 'London', country: 'GB' }];
    const user = await createUser(app, { name: 'Ada Lovelace', addresses });
    const method = await post('/api/payment_methods', { user_id: user.id, token });
    const plan = await createPlan(app);
    const payment = { payment_method: { id: method.id } };
    const { id } = await post('/api/subscriptions', { user_id: user.id, plan_id: plan.id, ...payment, ...fields });
    if (days > 0) await advanceClock(app, days * 86_400);
    const newest = async () => {
      const { data } = (await app.call(`/api/invoices?subscription_id=${id}`)).json;
      return { ...data[0], count: data.length };
    };
    await eventually('the invoice is settled', async () => {
      const { status, attempt_count: attempts, count } = await newest();
      return count === (days > 0 ? 2 : 1) && (status === 'paid' || attempts > 0);
    });
    return newest();
  };

  const fileOf = async ({ id }: { id: string }): Promise<Uint8Array> => {
    const reply = await fetch(`${app.url}/api/invoices/${id}/pdf`, {
      headers: { Authorization: `Bearer ${app.ownerKey}` },
    });
    expect(reply.status).to.equal(200);
    return new Uint8Array(await reply.arrayBuffer());
  };

  it('show a first charge and a renewal as paid, with the day and the method', async () => {
    for (const days of [0, 31]) {
      const invoice = await invoiceAfter(days, 'tok_success');
      expect(invoice).to.include({ status: 'paid', amount_due: 0 });
      const file = await fileOf(invoice);
      const page = (await pagesOf(file)).join('\n');
      expect(page).to.match(/Amount due 0\.00 USD\n/);
      expect(page).to.match(/Paid on \d\d \w{3} \d{4}, visa •••• 4242 10\.00 USD/);
      expect(page).not.to.include('Due date');
      const [attachment] = await attachmentsOf(await fileOf(invoice));
      const [sums] = elementsOf(
        parsedXml(attachment?.content ?? ''),
        'SpecifiedTradeSettlementHeaderMonetarySummation',
      );
      expect([textOf(sums, 'TotalPrepaidAmount'), textOf(sums, 'DuePayableAmount')]).to.deep.equal(['10.00', '0.00']);
    }
  });

  it('show a declined renewal as due, also once it is paid', async () => {
    const invoice = await invoiceAfter(31, 'tok_saved_then_declined');
    const pages = await pagesOf(await fileOf(invoice));
    expect(pages.join('\n')).to.match(/Amount due 10\.00 USD\n.*Due date/s);
    await post(`/api/invoices/${invoice.id}/pay`, { paid_out_of_band: true });
    expect(await pagesOf(await fileOf(invoice))).to.deep.equal(pages);
  });
});
