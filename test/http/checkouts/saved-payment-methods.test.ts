import { expect } from 'chai';
import { createKey, createProduct, createUser, itemsOf, posted, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('a payment method that a checkout saves', ({ app }) => {
  const aCheckout = async (key?: string) => {
    const body = { items: itemsOf([await createProduct(app())]) };
    const reply = await app().call('/api/checkouts', { method: 'POST', body, ...(key === undefined ? {} : { key }) });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };
  const complete = (id: string, body: object, options: object) =>
    app().call(`/api/checkouts/${id}/complete`, { method: 'POST', body, ...options });

  it('is charged, and stays with the customer', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const { id } = await aCheckout(key);
    const reply = await complete(id, { payment_method: { token: 'tok_success', save: true } }, { key });
    expect(reply.json.status, reply.text).to.equal('completed');
    const [method] = (await app().call(`/api/payment_methods?user_id=${user.id}`)).json.data;
    expect(method).to.include({ status: 'active', user_id: user.id });
    const [payment] = (await app().call(`/api/payments?order_id=${reply.json.order_id}`)).json.data;
    expect(payment.payment_method_id).to.equal(method.id);
    const next = await aCheckout(key);
    const again = await complete(next.id, { payment_method: { id: method.id } }, { key });
    expect(again.json.status, again.text).to.equal('completed');
  });

  it('is saved once, however often it is sent, and not for what cannot be ordered', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const { id } = await aCheckout(key);
    const savedOnes = async () => (await app().call(`/api/payment_methods?user_id=${user.id}`)).json.data;
    const body = { payment_method: { token: 'tok_success', save: true } };
    expectProblem(await complete(id, { ...body, expected_total: 1 }, { key }), 409, 'total_changed');
    expect(await savedOnes()).to.deep.equal([]);
    const replies = await Promise.all(Array.from({ length: 5 }, () => complete(id, body, { key })));
    expect(replies.filter(({ status }) => status === 200)).to.have.length(1);
    const other = { payment_method: { token: 'tok_requires_action', save: true } };
    for (const again of [body, other]) expectProblem(await complete(id, again, { key }), 409, 'invalid_state');
    expect(await savedOnes()).to.have.length(1);
  });

  it('needs a customer who is signed in, and a token', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const { id } = await aCheckout(key);
    const method = await posted(app(), '/api/payment_methods', { user_id: user.id, token: 'tok_success' });
    const saved = await complete(id, { payment_method: { id: method.id, save: true } }, { key });
    expect(errorPathsOf(expectProblem(saved, 422, 'validation_failed'))).to.deep.equal(['/payment_method/save']);
    const { key: page } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const body = { items: itemsOf([await createProduct(app())]), email: 'ada@example.com' };
    const guest = (await app().call('/api/checkouts', { method: 'POST', key: page, body })).json;
    const options = { key: page, headers: { 'Checkout-Token': guest.client_secret } };
    const reply = await complete(guest.id, { payment_method: { token: 'tok_success', save: true } }, options);
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/payment_method/save']);
  });

  it('is not charged for who only has the token of a customer’s checkout', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const method = await posted(app(), '/api/payment_methods', { user_id: user.id, token: 'tok_success' });
    const { id, url } = await aCheckout(key);
    const { key: page } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const options = { key: page, headers: { 'Checkout-Token': url.split('/').at(-1) } };
    const stolen = await complete(id, { payment_method: { id: method.id } }, options);
    expectProblem(stolen, 422, 'unknown_reference');
    const paid = await complete(id, { payment_method: { token: 'tok_success' } }, options);
    expect(paid.json.status, paid.text).to.equal('completed');
    expect((await app().call(`/api/orders/${paid.json.order_id}`, { key })).json.user_id).to.equal(user.id);
  });
});
