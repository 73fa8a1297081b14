import { expect } from 'chai';
import { createKey, createProduct, createUser, itemsOf, posted, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('checkouts that are misused', ({ app }) => {
  const pageKey = async (origins: readonly string[] = []): Promise<string> =>
    (await createKey(app(), { kind: 'publishable', allowed_origins: origins })).key;
  const items = async () => itemsOf([await createProduct(app())]);
  const declined = { payment_method: { token: 'tok_declined' } };

  it('get a payment link after a decline', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    const complete = (body: object) => app().call(`/api/checkouts/${id}/complete`, { method: 'POST', body });
    expectProblem(await complete(declined), 402, 'payment_declined');
    const linked = (await complete({})).json;
    expect(linked.payment_url).to.match(/\/pay\/cpp_/);
    expect((await complete({})).json).to.deep.equal(linked);
  });

  it('get another payment link once theirs was deactivated', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    const { order_id, payment_url: first } = await posted(app(), `/api/checkouts/${id}/complete`);
    const links = (await app().call(`/api/payment_links?order_id=${order_id}`)).json.data;
    await posted(app(), `/api/payment_links/${links[0].id}/deactivate`);
    const read = async () => (await app().call(`/api/checkouts/${id}`)).json;
    expect(await read()).to.deep.include({ status: 'in_progress', payment_url: null });
    const { payment_url: second } = await posted(app(), `/api/checkouts/${id}/complete`);
    expect(second)
      .to.match(/\/pay\/cpp_/)
      .and.not.equal(first);
    expect((await read()).payment_url).to.equal(second);
    expect((await fetch(second)).status).to.equal(200);
  });

  it('get a payment link for what is left to pay', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    const complete = (body: object) => app().call(`/api/checkouts/${id}/complete`, { method: 'POST', body });
    await complete(declined);
    const { order_id } = (await app().call(`/api/checkouts/${id}`)).json;
    const payment_method = { token: 'tok_success' };
    await posted(app(), '/api/payments', { order_id, payment_method, amount: 5 });
    const { order, payment_url } = (await complete({})).json;
    expect(order.payment_status).to.equal('partially_paid');
    expect(payment_url).to.match(/\/pay\/cpp_/);
  });

  const complete = (id: string) => app().call(`/api/checkouts/${id}/complete`, { method: 'POST' });
  const aCart = async (fields: object = {}) =>
    posted(app(), '/api/carts', { items: await items(), email: 'ada@example.com', ...fields });
  const checkoutOf = ({ id }: Reply['json']) => posted(app(), '/api/checkouts', { cart_id: id });

  it('order a cart once, whatever was added to it, cancelled or deleted since', async () => {
    const cart = await aCart();
    const [first, second, third] = [await checkoutOf(cart), await checkoutOf(cart), await checkoutOf(cart)];
    const more = [...cart.items, ...(await items())];
    await app().call(`/api/carts/${cart.id}`, { method: 'PATCH', body: { items: more } });
    expect((await complete(first.id)).json.status).to.equal('in_progress');
    expectProblem(await complete(second.id), 409, 'invalid_state');
    await posted(app(), `/api/checkouts/${first.id}/cancel`);
    expectProblem(await complete(second.id), 409, 'invalid_state');
    const rest = await checkoutOf(cart);
    expect(rest.items).to.deep.equal(more.slice(1));
    expect((await complete(rest.id)).json.status).to.equal('in_progress');
    await app().call(`/api/carts/${cart.id}`, { method: 'DELETE' });
    expectProblem(await complete(third.id), 409, 'invalid_state');
  });

  it('do not order a cart that was merged into another', async () => {
    const session = { key: await signIn(app(), await createUser(app())) };
    const own = { method: 'POST', body: { items: await items() }, ...session };
    const { id: ownId } = (await app().call('/api/carts', own)).json;
    const made = { method: 'POST', key: await pageKey(), body: { items: await items(), email: 'ada@example.com' } };
    const cart = (await app().call('/api/carts', made)).json;
    const checkout = await checkoutOf(cart);
    const body = { client_secret: cart.client_secret };
    const merged = await app().call(`/api/carts/${cart.id}/merge`, { method: 'POST', body, ...session });
    expect(merged.json.id, merged.text).to.equal(ownId);
    expectProblem(await complete(checkout.id), 409, 'invalid_state');
    const { status, missing } = (await app().call(`/api/checkouts/${checkout.id}`)).json;
    expect([status, missing.map(({ pointer }: Reply['json']) => pointer)]).to.deep.equal(['incomplete', ['/cart_id']]);
  });

  it('of a guest do not order the cart that a customer took over', async () => {
    const made = { method: 'POST', key: await pageKey(), body: { items: await items(), email: 'ada@example.com' } };
    const cart = (await app().call('/api/carts', made)).json;
    const checkout = await checkoutOf(cart);
    const session = { key: await signIn(app(), await createUser(app())) };
    const body = { client_secret: cart.client_secret };
    await app().call(`/api/carts/${cart.id}/merge`, { method: 'POST', body, ...session });
    expectProblem(await complete(checkout.id), 409, 'invalid_state');
    const ofCart = { method: 'POST', body: { cart_id: cart.id }, ...session };
    const own = (await app().call('/api/checkouts', ofCart)).json;
    expect((await complete(own.id)).json.status).to.equal('in_progress');
  });

  it('tell no visitor whether an e-mail has ordered, unless the order is possible in every other way', async () => {
    const first = { name: 'Welcome', kind: 'percent', first_order: true };
    await posted(app(), '/api/discounts', { ...first, code: 'ONCE', percent: 100 });
    await posted(app(), '/api/discounts', { ...first, code: 'HALF', percent: 50 });
    const key = await pageKey();
    const [item] = await items();
    const known = 'known@example.com';
    const send = async (email: string, body: object, fields: object = {}) => {
      const made = { items: [item], email, discount_codes: ['ONCE'], ...fields };
      const created = (await app().call('/api/checkouts', { method: 'POST', key, body: made })).json;
      const headers = { 'Checkout-Token': created.client_secret };
      return app().call(`/api/checkouts/${created.id}/complete`, { method: 'POST', key, headers, body });
    };
    expect((await send(known, {})).json.status).to.equal('completed');
    expect(errorPathsOf(expectProblem(await send(known, {}), 422, 'validation_failed'))).to.deep.equal([
      '/discount_codes/0',
    ]);
    const service = await createProduct(app(), { withdrawal_exemption: 'service' });
    const tries: [body: object, fields?: object][] = [
      [{ payment_method: { token: 'tok_success' } }],
      [{ payment_method: { id: 'pm_01h455vb4pex5vsknk084sn02q' } }, { discount_codes: ['HALF'] }],
      [{}, { items: itemsOf([service]) }],
    ];
    for (const [body, fields] of tries) {
      const [one, other] = [await send(known, body, fields), await send('new@example.com', body, fields)];
      expect(one.status, one.text).to.equal(422);
      expect(one.json.errors).to.deep.equal(other.json.errors);
    }
  });

  it('are not cancelled for who saw another version, also once there is an order', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    await posted(app(), `/api/checkouts/${id}/complete`);
    const cancelled = await app().call(`/api/checkouts/${id}/cancel`, {
      method: 'POST',
      headers: { 'If-Match': '"0"' },
    });
    expectProblem(cancelled, 412, 'version_mismatch');
    expect((await app().call(`/api/checkouts/${id}`)).json.status).to.equal('in_progress');
  });

  it('lead visitors back only to pages of their key, also from the bank', async () => {
    const key = await pageKey(['https://shop.example']);
    const body = { items: await items(), email: 'ada@example.com' };
    const headers = { Origin: 'https://shop.example' };
    const { id, client_secret } = (await app().call('/api/checkouts', { method: 'POST', key, body, headers })).json;
    const reply = await app().call(`/api/checkouts/${id}/complete`, {
      method: 'POST',
      key,
      headers: { ...headers, 'Checkout-Token': client_secret },
      body: { payment_method: { token: 'tok_requires_action' }, return_url: 'https://shop.example@evil.example/' },
    });
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/return_url']);
  });

  it('show no address where they are paid to who may only read them', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    expect((await posted(app(), `/api/checkouts/${id}/complete`)).payment_url).to.be.a('string');
    const { key } = await createKey(app(), { scopes: ['orders:read'] });
    expect((await app().call(`/api/checkouts/${id}`, { key })).json).to.include({ url: null, payment_url: null });
  });

  it('show what the payer must do to who may read or make payments', async () => {
    const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
    const body = { payment_method: { token: 'tok_requires_action' }, return_url: 'https://shop.example/' };
    const completed = (await app().call(`/api/checkouts/${id}/complete`, { method: 'POST', body })).json;
    const actionFor = async (scopes: readonly string[]) => {
      const { key } = await createKey(app(), { scopes });
      return (await app().call(`/api/checkouts/${id}`, { key })).json.payment.next_action;
    };
    expect(await actionFor(['orders:read'])).to.equal(null);
    expect(await actionFor(['orders:read', 'payments:read'])).to.deep.equal(completed.payment.next_action);
    expect(completed.payment.next_action.redirect_url).to.be.a('string');
  });

  it('and carts take no discount codes that nothing tries', async () => {
    const key = await pageKey();
    for (const path of ['/api/carts', '/api/checkouts']) {
      const reply = await app().call(path, { method: 'POST', key, body: { discount_codes: ['SUMMER'] } });
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed')), path).to.deep.equal(['/discount_codes']);
    }
    const body = { discount_codes: ['SUMMER'], items: await items() };
    expect((await app().call('/api/carts', { method: 'POST', key, body })).status).to.equal(201);
  });

  it('and carts show the prices that were seen as the next read does', async () => {
    const product = await createProduct(app(), { stock: 1 });
    for (const path of ['/api/carts', '/api/checkouts']) {
      const created = await posted(app(), path, { items: itemsOf([product], 2) });
      expect(created.changes[0]).to.include({ type: 'stock', seen_price: 19.99 });
      expect((await app().call(`${path}/${created.id}`)).json.changes, path).to.deep.equal(created.changes);
    }
  });
});
