import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { linkedOrder } from '../../support/builders/linked-orders.ts';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const SECRET_KEY = 'the secret key of services in tests';

/** What guests do in a shop with a publishable key. */
const guestsOf = (app: () => TestApp) => {
  let key = '';

  /** Calls with the publishable key and an order token. */
  const as = (token: string | undefined, path: string, body?: object, query = ''): Promise<Reply> =>
    app().call(`${path}${query}`, {
      key,
      headers: token === undefined ? {} : { 'Order-Token': token },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });

  return {
    as,
    open: async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
    },
    /** A fulfilled order of a guest for a quantity of 3, its secret, and the body of a return of one. */
    fulfilled: async (email = 'guest@example.com') => {
      const items = itemsOf([await createProduct(app(), { price: 20 })], 3);
      const placed = await as(undefined, '/api/orders', { items, email });
      expect(placed.status, placed.text).to.equal(201);
      const { id, client_secret: secret, items: ordered } = placed.json;
      await createPayment(app(), id);
      expect((await orderStep(app(), id, 'fulfillments')).status).to.equal(201);
      const body = { items: [{ item_id: ordered[0].id, quantity: 1, reason: 'Too small.' }] };
      return { id, secret, at: `/api/orders/${id}/returns`, body };
    },
  };
};

onService(
  'returns of guests',
  ({ app }) => {
    const { as, open, fulfilled } = guestsOf(app);

    before(open);

    it('are requested and read with the secret of their order', async () => {
      const { id, secret, at, body } = await fulfilled();
      const tried = await as(secret, at, body, '?dry_run=true');
      expect(tried.json, tried.text).to.include({ dry_run: true, status: 'requested' });
      const created = await as(secret, at, body);
      expect(created.status, created.text).to.equal(201);
      expect(created.json).to.deep.include({ order_id: id, user_id: null, status: 'requested' });
      expect((await as(secret, at)).json.data).to.deep.equal([created.json]);
      expect((await as(secret, `/api/returns/${created.json.id}`)).json).to.deep.equal(created.json);
      const [entry] = (await as(secret, `/api/orders/${id}/timeline`)).json.data;
      expect(entry).to.include({ type: 'return_requested' });
      expectProblem(await as(secret, at, { items: [{ ...body.items[0], quantity: 3 }] }), 422, 'validation_failed');
    });

    it('are approved and received by the staff only, and shown to the guest', async () => {
      const { secret, at, body } = await fulfilled();
      const { id } = (await as(secret, at, body)).json;
      for (const step of ['approve', 'receive', 'reject']) {
        expectProblem(await as(secret, `/api/returns/${id}/${step}`, {}), 403, 'insufficient_scope');
      }
      for (const step of ['approve', 'receive']) {
        expect((await app().call(`/api/returns/${id}/${step}`, { method: 'POST', body: {} })).status).to.equal(200);
      }
      const received = (await as(secret, `/api/returns/${id}`)).json;
      expect(received).to.include({ status: 'received' });
      expect(received.items[0]).to.include({ refund: 20 });
    });

    it('hide those of every other order', async () => {
      const [{ secret }, other] = [await fulfilled(), await fulfilled()];
      const customer = await createUser(app());
      const ofCustomer = await createOrder(app(), {
        items: itemsOf([await createProduct(app())]),
        user_id: customer.id,
      });
      const { id } = (await as(other.secret, other.at, other.body)).json;
      expectProblem(await as(secret, `/api/returns/${id}`), 404, 'not_found');
      for (const order of [other.id, ofCustomer.id, 'ord_01h455vb4pex5vsknk084sn02q']) {
        expectProblem(await as(secret, `/api/orders/${order}/returns`), 404, 'not_found');
        expectProblem(await as(secret, `/api/orders/${order}/returns`, other.body), 404, 'not_found');
      }
      expect((await as(other.secret, other.at)).json.data).to.have.length(1);
    });

    it('are read with the token of a link, which cannot request them', async () => {
      const { id, secret, at, body } = await fulfilled();
      const order = (await app().call(`/api/orders/${id}`)).json;
      const created = (await as(secret, at, body)).json;
      const link = makeOrderLinks(makeEncryption(SECRET_KEY)).sign(linkedOrder(order), new Date());
      expect((await as(link, at)).json.data).to.deep.equal([created]);
      expect((await as(link, `/api/returns/${created.id}`)).json).to.deep.equal(created);
      const problem = expectProblem(await as(link, at, body), 403, 'insufficient_scope');
      expect(problem.detail).to.include('client_secret');
    });

    it('cannot be opened without a token', async () => {
      const { secret, at, body } = await fulfilled();
      const { id } = (await as(secret, at, body)).json;
      for (const reply of [
        await as(undefined, at),
        await as(undefined, at, body),
        await as(undefined, `/api/returns/${id}`),
      ]) {
        expect(expectProblem(reply, 403, 'insufficient_scope').detail).to.include('Order-Token');
      }
      expectProblem(await as(secret, '/api/returns'), 403, 'insufficient_scope');
    });

    it('are requested once for the same items by concurrent requests', async () => {
      const { secret, at, body } = await fulfilled();
      const all = { items: [{ ...body.items[0], quantity: 3 }] };
      const replies = await Promise.all([1, 2, 3, 4].map(() => as(secret, at, all)));
      expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([201, 422, 422, 422]);
    });
  },
  { CUSTOMER_MAY: 'request_return', SECRET_KEY, MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '1000' },
);

onService('returns of guests of a shop where customers may not request them', ({ app }) => {
  const { as, open, fulfilled } = guestsOf(app);

  before(open);

  it('are refused, and those that the staff creates are read', async () => {
    const { secret, at, body } = await fulfilled();
    expectProblem(await as(secret, at, body), 403, 'forbidden');
    const created = await app().call(at, { method: 'POST', body });
    expect(created.status, created.text).to.equal(201);
    expect((await as(secret, at)).json.data).to.deep.equal([created.json]);
  });
});
