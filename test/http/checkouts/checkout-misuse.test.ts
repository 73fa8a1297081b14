import { expect } from 'chai';
import { createKey, createProduct, itemsOf, posted } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
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

  it('order the contents of a cart once, until that order is cancelled', async () => {
    const cart = await posted(app(), '/api/carts', { items: await items(), email: 'ada@example.com' });
    const [first, second] = [
      await posted(app(), '/api/checkouts', { cart_id: cart.id }),
      await posted(app(), '/api/checkouts', { cart_id: cart.id }),
    ];
    const complete = (id: string) => app().call(`/api/checkouts/${id}/complete`, { method: 'POST' });
    expect((await complete(first.id)).json.status).to.equal('in_progress');
    expectProblem(await complete(second.id), 409, 'invalid_state');
    await posted(app(), `/api/checkouts/${first.id}/cancel`);
    expect((await complete(second.id)).json.status).to.equal('in_progress');
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
