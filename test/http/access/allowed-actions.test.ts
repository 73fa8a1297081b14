import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  payment,
  signIn,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the actions of an order and a payment', ({ app }) => {
  const actionsOf = async (path: string, key: string | null) =>
    (await app().call(path, key === null ? {} : { key })).json.actions;

  /** The actions of the first item of a list. */
  const listedFor = async (path: string, key: string | null) =>
    (await app().call(path, key === null ? {} : { key })).json.data[0].actions;

  it('are those that the caller may do, in every response', async () => {
    const customer = await createUser(app());
    const session = await signIn(app(), customer);
    const { key: reader } = await createKey(app(), { scopes: ['orders:read', 'payments:read'] });
    const { id } = await createOrder(app(), { user_id: customer.id });
    const authorized = await createPayment(app(), id, { capture_method: 'manual' });
    for (const [key, ofOrder, ofPayment] of [
      [null, ['cancel', 'fulfill'], ['capture', 'cancel']],
      // customers cannot cancel what is authorized
      [session, [], []],
      [reader, [], []],
    ] as const) {
      expect(await actionsOf(`/api/orders/${id}`, key)).to.deep.equal(ofOrder);
      expect(await listedFor(`/api/orders?user_id=${customer.id}`, key)).to.deep.equal(ofOrder);
      expect(await actionsOf(`/api/payments/${authorized.id}`, key)).to.deep.equal(ofPayment);
      expect(await listedFor(`/api/payments?order_id=${id}`, key)).to.deep.equal(ofPayment);
    }
    const body = { items: itemsOf([await createProduct(app())]) };
    const own = await order(app(), body, { key: session });
    expect(own.json.actions).to.deep.equal(['cancel']);
    const patch = { method: 'PATCH', body: { metadata: { gift: 'yes' } }, key: session };
    expect((await app().call(`/api/orders/${own.json.id}`, patch)).json.actions).to.deep.equal(['cancel']);
    expect((await payment(app(), own.json.id, {}, { key: session })).json.actions).to.deep.equal([]);
    expect((await orderStep(app(), own.json.id, 'fulfillments')).json.actions).to.deep.equal([]);
  });

  it('are those that the caller may do, in problems too', async () => {
    const customer = await createUser(app());
    const session = await signIn(app(), customer);
    const body = { items: itemsOf([await createProduct(app())]) };
    const { id } = (await order(app(), body, { key: session })).json;
    expect((await payment(app(), id, {}, { key: session })).status).to.equal(201);
    const headers = { 'Idempotency-Key': 'again' };
    for (const [key, actions] of [
      [session, ['cancel']],
      [undefined, ['cancel', 'fulfill']],
    ] as const) {
      const options = { ...(key === undefined ? {} : { key }), headers };
      const problem = expectProblem(await payment(app(), id, {}, options), 409, 'invalid_state');
      expect(problem).to.deep.include({ detail: 'The order is paid: it cannot be paid.', actions });
      // the stored problem is the same
      expect((await payment(app(), id, {}, options)).json.actions).to.deep.equal(actions);
    }
  });

  it('are all in events', async () => {
    const customer = await createUser(app());
    const body = { items: itemsOf([await createProduct(app())]) };
    const { id } = (await order(app(), body, { key: await signIn(app(), customer) })).json;
    const { data } = (await app().call('/api/events?type=order.created&limit=1')).json;
    expect([data[0].resource_id, data[0].data.actions]).to.deep.equal([id, ['cancel', 'fulfill']]);
  });
});
