import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  posted,
} from '../../support/builders/resources.ts';
import { barriersOf, filledForm, formOf } from '../../support/html-form.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';
import { makeVisitor } from '../../support/servers/visitor.ts';

onService('the page of a payment link', ({ app }) => {
  const call = (path: string, body: object = {}, method = 'POST') => app().call(`/api/${path}`, { method, body });
  const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
  const linkTo = async (body: object): Promise<string> => pathOf(await posted(app(), '/api/payment_links', body));
  /** An order of two shirts for 40, and where it is paid. */
  const anOrder = async (fields: object = {}): Promise<Reply['json'] & { path: string }> => {
    const items = itemsOf([await createProduct(app(), { name: 'Shirt <XL>', price: 20 })], 2);
    const order = await createOrder(app(), { items, ...fields });
    return { ...order, path: await linkTo({ order_id: order.id }) };
  };
  const visitor = () => makeVisitor(app().url);
  /** Sends the form of a page with a choice, without following redirects. */
  const send = (path: string, html: string, token: string, changes: Readonly<Record<string, string>> = {}) =>
    visitor().request(path, filledForm(html, { choice: `sandbox:${token}`, ...changes }));
  const orderOf = async ({ id }: { id: string }) => (await app().call(`/api/orders/${id}`)).json;
  const paymentsOf = async ({ id }: { id: string }): Promise<{ status: string; amount: number }[]> =>
    (await app().call(`/api/payments?order_id=${id}`)).json.data;

  it('shows what is paid and no person, without a script, and lets no cache or frame near it', async () => {
    const address = { name: 'Ada Lovelace', line1: 'Torstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    const { path, number } = await anOrder({ email: 'ada@example.com', shipping_address: address });
    const { status, headers, html } = await visitor().request(`${path}?lang=en`);
    expect(status).to.equal(200);
    expect(html).to.include(`Pay order ${number}`).and.include('2 × Shirt &lt;XL&gt;').and.include('Pay 40.00 USD');
    for (const secret of ['Ada', 'Torstr', 'ada@example.com', '<script']) expect(html).to.not.include(secret);
    expect(barriersOf(html)).to.deep.equal([]);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(headers.get('set-cookie')).to.equal(null);
    expect(html).to.include('name="robots" content="noindex"');
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).to.include(rule);
    expect(policy).to.not.include('script-src');
    expect((await visitor().request(`${path}?lang=de`)).html).to.include(`Bestellung ${number} bezahlen`);
  });

  it('charges nothing when it is opened, however often, and by HEAD', async () => {
    const order = await anOrder();
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(app().url + order.path, { method });
    expect(await paymentsOf(order)).to.deep.equal([]);
  });

  it('pays in full, says thank you, and cannot be paid again', async () => {
    const order = await anOrder();
    const { html } = await visitor().request(order.path);
    const paid = await send(order.path, html, 'tok_success');
    expect([paid.status, paid.headers.get('location')]).to.deep.equal([303, `${order.path}?lang=en`]);
    expect(await orderOf(order)).to.include({ payment_status: 'paid', amount_paid: 40 });
    const shown = await visitor().request(order.path);
    expect(shown.html).to.include('Thank you').and.not.include('<form');
    // another form that was opened before, and the same one again
    expect((await send(order.path, html, 'tok_success')).status).to.equal(303);
    expect(await paymentsOf(order)).to.have.length(1);
  });

  it('says that a card was declined, and takes another one', async () => {
    const order = await anOrder();
    const { html } = await visitor().request(order.path);
    const declined = await send(order.path, html, 'tok_declined');
    expect(declined.status).to.equal(402);
    expect(declined.html).to.include('role="alert"').and.include('nothing was charged');
    expect(barriersOf(declined.html)).to.deep.equal([]);
    await send(order.path, declined.html, 'tok_success');
    expect((await paymentsOf(order)).map(({ status }) => status)).to.deep.equal(['succeeded', 'failed']);
  });

  for (const [decision, text, status] of [
    ['approve', 'Thank you', 'paid'],
    ['decline', 'The bank declined the payment', 'unpaid'],
  ] as const) {
    it(`sends the payer to the bank, which they ${decision}, and back`, async () => {
      const order = await anOrder();
      const { html } = await visitor().request(order.path);
      const left = await send(order.path, html, 'tok_requires_action');
      expect(left.status).to.equal(303);
      const bank = left.headers.get('location') ?? '';
      const waiting = await visitor().request(order.path);
      expect(waiting.html).to.include('Continue at your bank').and.include(bank);
      const decided = await fetch(`${bank}/${decision}`, { method: 'POST', redirect: 'manual' });
      const back = decided.headers.get('location') ?? '';
      expect(back).to.equal(`${app().url}${order.path}?lang=en&returned`);
      expect((await visitor().request(back.slice(app().url.length))).html).to.include(text);
      expect((await orderOf(order)).payment_status).to.equal(status);
    });
  }

  it('waits for an outcome that is not known yet', async () => {
    const order = await anOrder();
    await createPayment(app(), order.id, { payment_method: { token: 'tok_success' }, capture_method: 'manual' });
    const { html } = await visitor().request(order.path);
    expect(html).to.include('being confirmed').and.include('Check again').and.not.include('<form');
  });

  it('shows a new amount, and charges nothing, if the order was edited meanwhile', async () => {
    const order = await anOrder();
    const { html } = await visitor().request(order.path);
    const items = [{ product_id: order.items[0].product_id, quantity: 3 }];
    await call(`orders/${order.id}`, { items }, 'PATCH');
    const changed = await send(order.path, html, 'tok_success');
    expect(changed.status).to.equal(409);
    expect(changed.html).to.include('The amount has changed').and.include('Pay 60.00 USD');
    expect(await paymentsOf(order)).to.deep.equal([]);
    await send(order.path, changed.html, 'tok_success');
    expect(await orderOf(order)).to.include({ payment_status: 'paid', amount_paid: 60 });
  });

  it('shows what was paid before, and takes the rest', async () => {
    const order = await anOrder();
    await createPayment(app(), order.id, { amount: 15 });
    const { html } = await visitor().request(order.path);
    expect(html).to.include('Already paid').and.include('15.00 USD').and.include('Pay 25.00 USD');
    await send(order.path, html, 'tok_success');
    expect((await paymentsOf(order)).map(({ amount }) => amount)).to.deep.equal([25, 15]);
  });

  it('takes nothing for a cancelled order or a deactivated link, and says so', async () => {
    const [cancelled, other] = [await anOrder(), await anOrder()];
    const pages = await Promise.all([cancelled, other].map(({ path }) => visitor().request(path)));
    await orderStep(app(), cancelled.id, 'cancel');
    const [link] = (await app().call(`/api/payment_links?order_id=${other.id}`)).json.data;
    await call(`payment_links/${link.id}/deactivate`);
    for (const [index, { path, id }] of [cancelled, other].entries()) {
      expect((await send(path, pages[index]?.html ?? '', 'tok_success')).status).to.equal(303);
      expect(await paymentsOf({ id })).to.deep.equal([]);
    }
    expect((await visitor().request(cancelled.path)).html).to.include('This order was cancelled');
    const ended = await visitor().request(other.path);
    expect(ended.html).to.include('not valid any more').and.not.include('Shirt');
  });

  it('pays an invoice, and says that it is void', async () => {
    const { id: user_id } = await createUser(app());
    const invoice = await createInvoice(app(), { user_id });
    const path = await linkTo({ invoice_id: invoice.id });
    const { html } = await visitor().request(path);
    expect(html).to.include(`Pay invoice ${invoice.number}`).and.include('The invoice is due on');
    await send(path, html, 'tok_success');
    expect((await app().call(`/api/invoices/${invoice.id}`)).json).to.include({ status: 'paid', amount_due: 0 });
    const mistaken = await createInvoice(app(), { user_id });
    const other = await linkTo({ invoice_id: mistaken.id });
    await call(`invoices/${mistaken.id}/void`);
    expect((await visitor().request(other)).html).to.include('This invoice was cancelled');
  });

  it('is no page for other tokens, and its token opens nothing else', async () => {
    const { path, id } = await anOrder();
    const token = path.slice('/pay/'.length);
    for (const other of ['cpp_x', token.slice(0, -1), `${token.slice(0, -22)}${'A'.repeat(22)}`]) {
      const { status, html } = await visitor().request(`/pay/${other}?lang=en`);
      expect(status).to.equal(404);
      expect(html).to.include('There is no such page');
    }
    for (const options of [{ key: token }, { key: null, headers: { 'Order-Token': token } }]) {
      expect((await app().call(`/api/orders/${id}`, options)).status).to.be.oneOf([401, 403, 404]);
      const body = { order_id: id, payment_method: { token: 'tok_success' } };
      const reply = await app().call('/api/payments', { method: 'POST', body, ...options });
      expect(reply.status).to.be.oneOf([401, 403, 404]);
    }
  });

  it('refuses forms of other sites, and choices that it does not offer', async () => {
    const order = await anOrder();
    const { html } = await visitor().request(order.path);
    const body = filledForm(html, { choice: 'sandbox:tok_success' });
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const options = { method: 'POST', key: null, body: body.toString() };
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expectProblem(await app().call(order.path, { ...options, headers: { ...type, ...headers } }), 403, 'forbidden');
    }
    for (const changes of [
      { choice: 'manual:cash' },
      { choice: 'sandbox:tok_slow' },
      { nonce: 'x' },
      { amount: '-1' },
    ]) {
      expect((await send(order.path, html, 'tok_success', changes)).status, JSON.stringify(changes)).to.equal(422);
    }
    expect(await paymentsOf(order)).to.deep.equal([]);
    expect(formOf(html).fields.get('amount')).to.equal('40.00');
  });
});
