import { expect } from 'chai';
import { createInvoice, createUser, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('payments of invoices', ({ app }) => {
  const post = (at: string, body: object = {}, key?: string) =>
    app().call(at, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  const read = async (at: string) => (await app().call(at)).json;
  const pay = (invoice: { id: string }, fields: object = {}, token = 'tok_success', key?: string) =>
    post('/api/payments', { invoice_id: invoice.id, payment_method: { token }, ...fields }, key);
  const eventsOf = async ({ id }: { id: string }): Promise<string[]> =>
    ((await read('/api/events?limit=100')).data as { resource_id: string; type: string }[])
      .filter((event) => event.resource_id === id)
      .map(({ type }) => type);

  it('pay what is due, in parts or at once', async () => {
    const invoice = await createInvoice(app());
    const part = await pay(invoice, { amount: 19 });
    expect(part.status, part.text).to.equal(201);
    expect(part.json).to.include({ status: 'succeeded', order_id: null, invoice_id: invoice.id });
    expect(await read(`/api/invoices/${invoice.id}`)).to.include({ status: 'open', amount_paid: 19, amount_due: 100 });
    const rest = await pay(invoice);
    expect(rest.json.amount).to.equal(100);
    const paid = await read(`/api/invoices/${invoice.id}`);
    expect(paid).to.include({ status: 'paid', amount_paid: 119, amount_due: 0, paid_out_of_band: false });
    expect(paid.paid_at).to.be.a('string');
    expect(await eventsOf(invoice)).to.deep.equal([
      'invoice.paid',
      'invoice.updated',
      'invoice.finalized',
      'invoice.created',
    ]);
    const listed = (await read(`/api/payments?invoice_id=${invoice.id}`)).data;
    expect(listed.map(({ id }: { id: string }) => id)).to.deep.equal([rest.json.id, part.json.id]);
    expectProblem(await pay(invoice), 409, 'invalid_state');
  });

  it('are not needed of an invoice of nothing, whose finalization also reports that it is paid', async () => {
    const invoice = await createInvoice(app(), { lines: [{ description: 'Line', unit_price: 0 }] });
    expect(invoice).to.include({ status: 'paid', amount_due: 0 });
    const { data } = await read(`/api/events?limit=100&resource_id=${invoice.id}`);
    const [paid, finalized] = data;
    expect([paid.type, finalized.type]).to.deep.equal(['invoice.paid', 'invoice.finalized']);
    expect(paid.previous).to.include({ status: 'open', paid_at: null });
    expect(finalized.previous).to.include({ status: 'draft', number: null });
  });

  it('pay an invoice once, however many try', async () => {
    const invoice = await createInvoice(app());
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(invoice)));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) expectProblem(reply, 409, 'invalid_state');
    expect((await read(`/api/invoices/${invoice.id}`)).amount_paid).to.equal(119);
  });

  it('report a declined one, which leaves the invoice open', async () => {
    const invoice = await createInvoice(app());
    const problem = expectProblem(await pay(invoice, {}, 'tok_declined'), 402, 'payment_declined');
    expect((await read(`/api/payments/${problem['payment_id']}`)).invoice_id).to.equal(invoice.id);
    const after = await read(`/api/invoices/${invoice.id}`);
    expect(after).to.include({ status: 'open', attempt_count: 1, amount_due: 119 });
    expect((await eventsOf(invoice))[0]).to.equal('invoice.payment_failed');
  });

  it('are credited when they are refunded', async () => {
    const invoice = await createInvoice(app());
    const payment = (await pay(invoice)).json;
    for (const amount of [0.01, 50]) {
      const refund = await post(`/api/payments/${payment.id}/refunds`, { amount });
      expect(refund.status, refund.text).to.equal(201);
      const [note] = (await read(`/api/credit_notes?invoice_id=${invoice.id}`)).data;
      expect(note).to.include({ refund_id: refund.json.id, reason: 'refund', total: amount });
    }
    const after = await read(`/api/invoices/${invoice.id}`);
    expect(after).to.include({ status: 'paid', amount_refunded: 50.01, amount_credited: 50.01, amount_due: 0 });
    const items = [{ item_id: `item_${'0'.repeat(26)}`, quantity: 1 }];
    const withItems = await post(`/api/payments/${payment.id}/refunds`, { items });
    expect(errorPathsOf(expectProblem(withItems, 422, 'validation_failed'))).to.deep.equal(['/items']);
  });

  it('are authorized first and captured later', async () => {
    const invoice = await createInvoice(app());
    const { id } = (await pay(invoice, { capture_method: 'manual' })).json;
    expect((await read(`/api/invoices/${invoice.id}`)).status).to.equal('open');
    expect((await post(`/api/payments/${id}/capture`)).status).to.equal(200);
    expect((await read(`/api/invoices/${invoice.id}`)).status).to.equal('paid');
  });

  it('are refused for a draft, another currency of amounts, and both or neither of order and invoice', async () => {
    const { id: user_id } = await createUser(app());
    const draft = (await post('/api/invoices', { user_id })).json;
    expectProblem(await pay(draft), 409, 'invalid_state');
    const invoice = await createInvoice(app());
    expectProblem(await pay(invoice, { amount: 119.01 }), 422, 'validation_failed');
    const order_id = `ord_${'0'.repeat(26)}`;
    expectProblem(await pay(invoice, { order_id }), 422, 'validation_failed');
    expectProblem(await post('/api/payments', { payment_method: { token: 'tok_success' } }), 422, 'validation_failed');
    expectProblem(await pay({ id: `inv_${'0'.repeat(26)}` }), 422, 'unknown_reference');
  });

  it('charge the default method of the user, and record what was paid otherwise', async () => {
    const { id: user_id } = await createUser(app());
    const invoice = await createInvoice(app(), { user_id });
    const at = `/api/invoices/${invoice.id}/pay`;
    expect(errorPathsOf(expectProblem(await post(at), 422, 'validation_failed'))).to.deep.equal(['/payment_method']);
    const method = await post('/api/payment_methods', { user_id, token: 'tok_saved_then_declined' });
    expect(method.status, method.text).to.equal(201);
    const paid = await post(at);
    expect(paid.status, paid.text).to.equal(200);
    expect(paid.json).to.include({ id: invoice.id, status: 'paid', amount_due: 0 });
    const second = await createInvoice(app(), { user_id });
    expectProblem(await post(`/api/invoices/${second.id}/pay`), 402, 'payment_declined');
    const byToken = await post(`/api/invoices/${second.id}/pay`, { payment_method: { token: 'tok_success' } });
    expect(byToken.json.status, byToken.text).to.equal('paid');
    const third = await createInvoice(app(), { user_id });
    const otherwise = await post(`/api/invoices/${third.id}/pay`, { paid_out_of_band: true });
    expect(otherwise.json).to.include({ status: 'paid', paid_out_of_band: true, amount_paid: 119 });
    expectProblem(await post(`/api/invoices/${third.id}/pay`, { paid_out_of_band: true }), 409, 'invalid_state');
    const token = await signIn(app(), await createUser(app()));
    const fourth = await createInvoice(app(), { user_id });
    expectProblem(await post(`/api/invoices/${fourth.id}/pay`, {}, token), 404, 'not_found');
  });

  it('keep an invoice from being voided while the payer acts', async () => {
    const invoice = await createInvoice(app());
    await pay(invoice, {}, 'tok_requires_action');
    expectProblem(await post(`/api/invoices/${invoice.id}/void`), 409, 'invalid_state');
  });

  it('are made by customers for their own invoices only', async () => {
    const user = await createUser(app());
    const token = await signIn(app(), user);
    const own = await createInvoice(app(), { user_id: user.id });
    expectProblem(await pay(await createInvoice(app()), {}, 'tok_success', token), 422, 'unknown_reference');
    expectProblem(await pay(own, { amount: 1 }, 'tok_success', token), 422, 'validation_failed');
    expect((await pay(own, {}, 'tok_success', token)).status).to.equal(201);
  });
});
