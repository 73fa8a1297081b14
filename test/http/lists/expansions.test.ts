import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('expansions', ({ app }) => {
  const get = async (path: string, key?: string) => app().call(path, key === undefined ? {} : { key });

  const aPaidOrder = async () => {
    const [shirt, hat] = [await createProduct(app()), await createProduct(app(), { name: 'Hat', price: 5 })];
    const user = await createUser(app());
    const order = await createOrder(app(), { items: itemsOf([shirt, hat]), user_id: user.id });
    const payment = await createPayment(app(), order.id);
    return { shirt, hat, user, id: order.id, payment };
  };

  it('add payments, user and products to an order', async () => {
    const { id, user, shirt, hat, payment } = await aPaidOrder();
    const plain = (await get(`/api/orders/${id}`)).json;
    const reply = await get(`/api/orders/${id}?expand=payments,user,items.product`);
    expect(reply.status, reply.text).to.equal(200);
    const products = [await get(`/api/products/${shirt.id}`), await get(`/api/products/${hat.id}`)];
    expect(reply.json).to.deep.equal({
      ...plain,
      items: plain.items.map((item: object, index: number) => ({ ...item, product: products[index]?.json })),
      payments: [(await get(`/api/payments/${payment.id}`)).json],
      user: (await get(`/api/users/${user.id}`)).json,
    });
    const one = (await get(`/api/orders/${id}?expand=user`)).json;
    expect(one).to.deep.equal({ ...plain, user: reply.json.user });
  });

  it('have no ETag, since they change with other resources', async () => {
    const { id, payment } = await aPaidOrder();
    const etag = (await get(`/api/orders/${id}`)).headers.get('etag') ?? '';
    const path = `/api/orders/${id}?expand=payments`;
    await paymentStep(app(), payment.id, 'refunds', { amount: 1 });
    const reply = await app().call(path, { headers: { 'If-None-Match': etag } });
    expect([reply.status, reply.headers.get('etag')]).to.deep.equal([200, null]);
  });

  it('show customers their own data, and products as the public sees them', async () => {
    const { id, user, shirt, hat, payment } = await aPaidOrder();
    await app().call(`/api/products/${hat.id}`, { method: 'PATCH', body: { status: 'archived' } });
    const key = await signIn(app(), user);
    const reply = await get(`/api/orders/${id}?expand=items.product,user,payments`, key);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.json.user.id).to.equal(user.id);
    expect(reply.json.payments).to.deep.equal([(await get(`/api/payments/${payment.id}`, key)).json]);
    const [first, second] = reply.json.items;
    expect(first.product).to.deep.equal((await app().call(`/api/products/${shirt.id}`, { key: null })).json);
    expect(first.product).to.not.have.property('metadata');
    expect(second.product).to.equal(null);
    const other = await signIn(app(), await createUser(app()));
    expectProblem(await get(`/api/orders/${id}?expand=user`, other), 404, 'not_found');
  });

  it('require the scope that reads each resource', async () => {
    const { id, payment } = await aPaidOrder();
    const { key: ordersKey } = await createKey(app(), { scopes: ['orders:read'] });
    for (const [name, scope] of [
      ['payments', 'payments:read'],
      ['user', 'users:read'],
      ['items.product,user', 'users:read'],
    ]) {
      const problem = expectProblem(
        await get(`/api/orders/${id}?expand=${name}`, ordersKey),
        403,
        'insufficient_scope',
      );
      expect(problem.required_scope).to.equal(scope);
    }
    expect((await get(`/api/orders/${id}?expand=items.product`, ordersKey)).status).to.equal(200);
    const { key: paymentsKey } = await createKey(app(), { scopes: ['payments:read'] });
    const denied = await get(`/api/payments/${payment.id}?expand=order`, paymentsKey);
    expect(expectProblem(denied, 403, 'insufficient_scope').required_scope).to.equal('orders:read');
  });

  it('are null for guests, and empty without payments', async () => {
    const { id } = await createOrder(app(), { email: 'guest@example.com' });
    expect((await get(`/api/orders/${id}?expand=user,payments`)).json).to.deep.include({ user: null, payments: [] });
  });

  it('add the order to a payment', async () => {
    const { id, user, payment } = await aPaidOrder();
    for (const key of [undefined, await signIn(app(), user)]) {
      const [plain, order] = [await get(`/api/payments/${payment.id}`, key), await get(`/api/orders/${id}`, key)];
      const reply = await get(`/api/payments/${payment.id}?expand=order`, key);
      expect(reply.json).to.deep.equal({ ...plain.json, order: order.json });
    }
  });

  it('reject unknown, repeated and empty names', async () => {
    const { id } = await createOrder(app());
    for (const expand of [
      '',
      'product',
      'user,user',
      'user,',
      'user, payments',
      'items',
      `user${',user'.repeat(99)}`,
    ]) {
      const reply = await get(`/api/orders/${id}?expand=${encodeURIComponent(expand)}`);
      expectProblem(reply, 400, 'invalid_parameter');
    }
    expectProblem(await get(`/api/orders/${id}?expand=user&expand=payments`), 400, 'invalid_parameter');
  });
});
