import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  payment,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const ADDRESS = { name: 'Ada Lovelace', line1: '1 Main St', city: 'Berlin', postal_code: '10115', country: 'DE' };

const SUMS = ['discount', 'tax', 'total', 'currency', 'prices_include_tax', 'tax_id', 'tax_exemption'] as const;

onService('invoices of orders', ({ app }) => {
  const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
  const read = async (at: string) => (await app().call(at)).json;
  const make = async (at: string, body: object) => {
    const reply = await post(at, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };
  const invoiceOf = ({ id }: { id: string }, fields: object = {}) => make('/api/invoices', { order_id: id, ...fields });
  const finalize = async ({ id }: { id: string }) => {
    const reply = await post(`/api/invoices/${id}/finalize`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  };
  const issued = async (order: { id: string }) => finalize(await invoiceOf(order));
  const again = ({ id }: { id: string }) => read(`/api/invoices/${id}`);
  const orderOf = ({ id }: { id: string }) => read(`/api/orders/${id}`);
  const notesOf = async ({ id }: { id: string }) => (await read(`/api/credit_notes?invoice_id=${id}`)).data;
  const eventsOf = async ({ id }: { id: string }): Promise<string[]> =>
    ((await read('/api/events?limit=100')).data as { resource_id: string; type: string }[])
      .filter((event) => event.resource_id === id)
      .map(({ type }) => type);

  /** A shirt of 20 and a book of 10, at two rates, with shipping and a discount. */
  const charged = async (fields: object = {}) => {
    const [shirt, book] = [
      await createProduct(app(), { price: 20 }),
      await createProduct(app(), { name: 'Book', price: 10, tax_category: 'books' }),
    ];
    const items = [...itemsOf([shirt], 2), ...itemsOf([book])];
    return createOrder(app(), { items, shipping_address: ADDRESS, ...fields });
  };

  before(async () => {
    await make('/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
    await make('/api/tax_rates', { name: 'Reduced VAT', percent: 7, country: 'DE', tax_category: 'books' });
    const tiers = [{ up_to: null, price: 4.9 }];
    const { id } = await make('/api/shipping_methods', { name: 'Standard', countries: ['DE'], tiers });
    expect(id).to.be.a('string');
    await make('/api/discounts', { name: 'Sale', kind: 'percent', percent: 10, code: 'TEN' });
    const shop = { name: 'Linen & Co', tax_id: 'DE123456789', address: ADDRESS };
    expect((await app().call('/api/shop', { method: 'PATCH', body: shop })).status).to.equal(200);
  });

  it('copy lines, discounts, shipping, taxes and the buyer, and number them as others', async () => {
    const { id: user_id } = await createUser(app(), { name: 'Ada Lovelace' });
    const methods = (await read('/api/shipping_methods')).data;
    const shipping_method_id = methods[0].id;
    const order = await charged({ user_id, discount_codes: ['TEN'], shipping_method_id, email: 'ada@example.org' });
    // the order's prices stay, whatever the rates are by now
    await make('/api/tax_rates', { name: 'VAT', percent: 25, country: 'SE' });
    const draft = await invoiceOf(order, { due_at: '2036-12-31T00:00:00.000Z', footer: 'Thank you.' });
    expect(draft).to.include({ status: 'draft', order_id: order.id, user_id, subscription_id: null, amount_due: 0 });
    expect(draft).to.include({ email: 'ada@example.org', footer: 'Thank you.', due_at: '2036-12-31T00:00:00.000Z' });
    expect(draft.actions).to.deep.equal(['delete', 'finalize']);
    for (const field of SUMS) expect(draft[field], field).to.deep.equal(order[field]);
    expect(draft.tax_lines).to.deep.equal(order.tax_lines);
    expect(draft.discount_lines).to.deep.equal(order.discount_lines);
    expect(draft.subtotal).to.equal(54.9);
    expect(draft.billing_address).to.deep.equal(order.shipping_address);
    const lines = [...order.items, ...order.shipping_lines];
    const amounts = ['discount', 'discount_allocations', 'tax_name', 'tax_rate', 'tax', 'total'] as const;
    for (const [position, line] of lines.entries()) {
      for (const field of amounts) expect(draft.lines[position][field], field).to.deep.equal(line[field]);
    }
    const described = draft.lines.map(({ description, quantity }: { description: string; quantity: number }) => [
      description,
      quantity,
    ]);
    expect(described).to.deep.equal([
      ['Linen shirt', 2],
      ['Book', 1],
      ['Shipping: Standard', 1],
    ]);
    expect((await orderOf(order)).invoice_id).to.equal(draft.id);
    expect((await eventsOf(order))[0]).to.equal('order.updated');
    const invoice = await finalize(draft);
    expect(invoice.number).to.match(/^INV-\d{6}$/);
    expect(invoice).to.include({ status: 'open', total: order.total, amount_due: order.total });
    expect(invoice.buyer).to.include({ name: 'Ada Lovelace', email: 'ada@example.org' });
    const pdf = await app().call(`/api/invoices/${invoice.id}/pdf`);
    expect(pdf.status).to.equal(200);
    expect(pdf.text).to.include('%PDF-1.').and.to.include('factur-x.xml');
  });

  it('are refused for an order that has one, until that is void or deleted', async () => {
    const order = await charged();
    const draft = await invoiceOf(order);
    const second = expectProblem(await post('/api/invoices', { order_id: order.id }), 409, 'already_exists');
    expect(second).to.include({ invoice_id: draft.id });
    expect(second['detail']).to.include(draft.id);
    expect((await app().call(`/api/invoices/${draft.id}`, { method: 'DELETE' })).status).to.equal(204);
    expect((await orderOf(order)).invoice_id).to.equal(null);
    const invoice = await issued(order);
    const third = expectProblem(await post('/api/invoices', { order_id: order.id }), 409, 'already_exists');
    expect(third['detail']).to.include(invoice.number);
    expect((await post(`/api/invoices/${invoice.id}/void`)).json.status).to.equal('void');
    expect((await orderOf(order)).invoice_id).to.equal(null);
    const replacement = await issued(order);
    await createPayment(app(), order.id);
    expect(await again(replacement)).to.include({ status: 'paid', amount_paid: order.total });
    expect(await again(invoice)).to.include({ status: 'void', amount_paid: 0 });
  });

  it('are refused with fields that they copy, an unknown order, or another user', async () => {
    const { id: user_id } = await createUser(app());
    const order = await charged({ user_id });
    const copied = { lines: [], currency: 'USD', email: 'a@example.com', tax_id: 'PT1', discount_codes: [] };
    const reply = await post('/api/invoices', { order_id: order.id, ...copied, billing_address: ADDRESS });
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.have.members(
      [...Object.keys(copied), 'billing_address'].map((field) => `/${field}`),
    );
    const neither = expectProblem(await post('/api/invoices', { lines: [] }), 422, 'validation_failed');
    expect(errorPathsOf(neither)).to.deep.equal(['/user_id']);
    const unknown = await post('/api/invoices', { order_id: `ord_${'0'.repeat(26)}` });
    expect(errorPathsOf(expectProblem(unknown, 422, 'unknown_reference'))).to.deep.equal(['/order_id']);
    const { id: stranger } = await createUser(app());
    const other = await post('/api/invoices', { order_id: order.id, user_id: stranger });
    expect(errorPathsOf(expectProblem(other, 422, 'validation_failed'))).to.deep.equal(['/user_id']);
    const past = await post('/api/invoices', { order_id: order.id, due_at: '2020-01-01T00:00:00Z' });
    expect(errorPathsOf(expectProblem(past, 422, 'validation_failed'))).to.deep.equal(['/due_at']);
    const draft = await invoiceOf(order, { user_id, metadata: { cost_centre: '7' } });
    expect(draft.metadata).to.deep.equal({ cost_centre: '7' });
    const body = { footer: 'Thank you.' };
    expectProblem(await app().call(`/api/invoices/${draft.id}`, { method: 'PATCH', body }), 409, 'invalid_state');
  });

  it('are paid by the payments of the order only, in parts too', async () => {
    const order = await charged();
    const invoice = await issued(order);
    const own = { invoice_id: invoice.id, payment_method: { token: 'tok_success' } };
    const refused = [
      await post('/api/payments', own),
      await post(`/api/invoices/${invoice.id}/pay`, { payment_method: own.payment_method }),
      await post(`/api/invoices/${invoice.id}/pay`, { paid_out_of_band: true }),
    ];
    for (const reply of refused) {
      expect(expectProblem(reply, 409, 'invalid_state')['detail']).to.include(`the order ${order.id}`);
    }
    expectProblem(await post('/api/credit_notes', { invoice_id: invoice.id }), 409, 'invalid_state');
    expectProblem(
      await payment(app(), order.id, { payment_method: { token: 'tok_declined' } }),
      402,
      'payment_declined',
    );
    await createPayment(app(), order.id, { amount: 10 });
    expect(await again(invoice)).to.include({ status: 'open', amount_paid: 10, amount_due: order.total - 10 });
    await createPayment(app(), order.id);
    expect(await again(invoice)).to.include({ status: 'paid', amount_paid: order.total, amount_due: 0 });
    expect(await eventsOf(invoice)).to.deep.equal([
      'invoice.paid',
      'invoice.updated',
      'invoice.finalized',
      'invoice.created',
    ]);
    expect(await notesOf(invoice)).to.deep.equal([]);
  });

  it('are paid when they are finalized, if the order was paid before', async () => {
    const order = await charged();
    const draft = await invoiceOf(order);
    await createPayment(app(), order.id, { amount: 10 });
    await createPayment(app(), order.id);
    expect(await again(draft)).to.include({ status: 'draft', amount_paid: 0 });
    const invoice = await finalize(draft);
    expect(invoice).to.include({ status: 'paid', amount_paid: order.total, amount_due: 0 });
    expect(invoice.paid_at).to.be.a('string');
    expect((await eventsOf(invoice)).slice(0, 2)).to.deep.equal(['invoice.paid', 'invoice.finalized']);
    const repeated = await post(`/api/invoices/${invoice.id}/finalize`);
    expectProblem(repeated, 409, 'invalid_state');
    const free = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 0 })]) });
    expect(await issued(free)).to.include({ status: 'paid', total: 0 });
  });

  it('are credited when a payment of the order is refunded, before or after', async () => {
    const order = await charged();
    const { id } = await createPayment(app(), order.id);
    expect((await paymentStep(app(), id, 'refunds', { amount: 10 })).status).to.equal(201);
    const invoice = await issued(order);
    expect(invoice).to.include({ status: 'paid', amount_paid: order.total, amount_refunded: 10, amount_credited: 10 });
    expect((await notesOf(invoice))[0]).to.include({ total: 10, reason: 'refund', refund_id: null });
    const refund = (await paymentStep(app(), id, 'refunds', { amount: 7.5 })).json;
    const [latest] = await notesOf(invoice);
    expect(latest).to.include({ refund_id: refund.id, total: 7.5, reason: 'refund', invoice_number: invoice.number });
    await orderStep(app(), order.id, 'cancel');
    const credited = await again(invoice);
    expect(credited).to.include({ status: 'paid', amount_due: 0, amount_credited: order.total });
    const notes: { total: number; tax_lines: { rate: number; amount: number }[] }[] = await notesOf(invoice);
    expect(notes).to.have.length(3);
    for (const { rate, amount } of invoice.tax_lines) {
      const of = notes.flatMap(({ tax_lines }) => tax_lines).filter((line) => line.rate === rate);
      expect(of.reduce((sum, line) => sum + line.amount, 0)).to.be.closeTo(amount, 1e-9);
    }
  });

  it('copy the order once more when they are finalized, and prevent its edits afterwards', async () => {
    const order = await charged();
    const draft = await invoiceOf(order);
    const edit = { items: itemsOf([await createProduct(app(), { name: 'Scarf', price: 7 })]) };
    const edited = await app().call(`/api/orders/${order.id}`, { method: 'PATCH', body: edit });
    expect(edited.status, edited.text).to.equal(200);
    expect((await again(draft)).total).to.equal(order.total);
    const invoice = await finalize(draft);
    expect(invoice).to.include({ total: edited.json.total, amount_due: edited.json.total });
    expect(invoice.lines[0].description).to.equal('Scarf');
    const refused = await app().call(`/api/orders/${order.id}`, { method: 'PATCH', body: edit });
    expect(expectProblem(refused, 409, 'invalid_state')['detail']).to.include(invoice.number);
    await post(`/api/invoices/${invoice.id}/void`);
    expect((await app().call(`/api/orders/${order.id}`, { method: 'PATCH', body: edit })).status).to.equal(200);
  });

  it('are credited for items that are cancelled, at once or when they are refunded', async () => {
    for (const isPaid of [false, true]) {
      const order = await charged();
      if (isPaid) await createPayment(app(), order.id);
      const invoice = await issued(order);
      const cancelled = await post(`/api/orders/${order.id}/items/${order.items[1].id}/cancel`, { quantity: 1 });
      expect(cancelled.status, cancelled.text).to.equal(200);
      await eventually('the cancelled item was credited', async () => (await notesOf(invoice)).length === 1);
      const [note] = await notesOf(invoice);
      expect(note).to.include({ total: order.items[1].total, reason: isPaid ? 'refund' : 'correction' });
      expect(note.refund_id === null).to.equal(!isPaid);
      expect(note.tax_lines).to.deep.equal([{ name: 'Reduced VAT', rate: 7, taxable: 10, amount: 0.7 }]);
      const due = isPaid ? 0 : cancelled.json.amount_due;
      expect(await again(invoice)).to.include({ amount_due: due, amount_credited: note.total, total: order.total });
      if (isPaid) continue;
      await createPayment(app(), order.id);
      expect(await again(invoice)).to.include({ status: 'paid', amount_paid: cancelled.json.total, amount_due: 0 });
    }
  });

  it('go with a cancelled order: a draft is deleted, an open one voided, and no other is made', async () => {
    for (const status of ['draft', 'open', 'partially paid'] as const) {
      const order = await charged();
      if (status === 'partially paid') await createPayment(app(), order.id, { amount: 5 });
      const draft = await invoiceOf(order);
      if (status !== 'draft') await finalize(draft);
      const cancelled = await orderStep(app(), order.id, 'cancel');
      expect(cancelled.status, cancelled.text).to.equal(200);
      expect(cancelled.json.invoice_id, status).to.equal(null);
      if (status === 'draft') expectProblem(await app().call(`/api/invoices/${draft.id}`), 404, 'not_found');
      else expect((await again(draft)).status, status).to.equal('void');
      expect(await notesOf(draft)).to.deep.equal([]);
      const refused = expectProblem(await post('/api/invoices', { order_id: order.id }), 409, 'invalid_state');
      expect(refused['detail']).to.include('cancelled');
    }
  });

  it('are read by the customer of the order, and made for guests too', async () => {
    const [user, stranger] = [await createUser(app()), await createUser(app())];
    const invoice = await issued(await charged({ user_id: user.id }));
    const get = async (at: string, who: { email: string }) => app().call(at, { key: await signIn(app(), who) });
    expect((await get(`/api/invoices/${invoice.id}`, user)).json.number).to.equal(invoice.number);
    expect((await get(`/api/invoices/${invoice.id}/pdf`, user)).status).to.equal(200);
    expectProblem(await get(`/api/invoices/${invoice.id}`, stranger), 404, 'not_found');
    const token = await signIn(app(), user);
    const order = await charged({ user_id: user.id });
    const own = await app().call('/api/invoices', { method: 'POST', key: token, body: { order_id: order.id } });
    expectProblem(own, 403, 'insufficient_scope');
    const guests = await issued(await charged({ email: 'guest@example.com' }));
    expect(guests).to.include({ user_id: null, email: 'guest@example.com' });
    expect(guests.buyer.name).to.equal(ADDRESS.name);
  });

  it('are exported and erased with their user', async () => {
    const user = await createUser(app(), { name: 'Quillfeather' });
    const orders = [await charged({ user_id: user.id }), await charged({ user_id: user.id })] as const;
    const [draft, invoice] = [await invoiceOf(orders[0]), await issued(orders[1])];
    const exported = await read(`/api/users/${user.id}/export`);
    expect(exported.invoices.map(({ id }: { id: string }) => id)).to.have.members([draft.id, invoice.id]);
    expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    expectProblem(await app().call(`/api/invoices/${draft.id}`), 404, 'not_found');
    expect((await orderOf(orders[0])).invoice_id).to.equal(null);
    expect((await again(invoice)).number).to.equal(invoice.number);
    const refused = expectProblem(await post('/api/invoices', { order_id: orders[0].id }), 409, 'invalid_state');
    expect(refused['detail']).to.include('erased');
  });
});
