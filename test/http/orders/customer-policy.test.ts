import { expect } from 'chai';
import {
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const ADDRESS = { line1: '1 Main St', country: 'PT' };

/** A customer with an order, and what they may try with it. */
const aCustomer = async (app: TestApp) => {
  const key = await signIn(app, await createUser(app));
  const { json } = await order(app, { items: itemsOf([await createProduct(app)], 2) }, { key });
  const call = (path: string, options: object = {}) => app.call(`/api/orders/${json.id}${path}`, { key, ...options });
  return {
    pay: () => createPayment(app, json.id),
    cancel: () => call('/cancel', { method: 'POST' }),
    change: (body: object) => call('', { method: 'PATCH', body }),
    actions: async () => (await call('')).json.actions,
    fulfill: () => orderStep(app, json.id, 'fulfillments', { items: [{ item_id: json.items[0].id, quantity: 1 }] }),
    byShop: () => orderStep(app, json.id, 'cancel'),
  };
};

onService('customers', ({ app }) => {
  it('cancel unpaid orders', async () => {
    const customer = await aCustomer(app());
    expect(await customer.actions()).to.deep.equal(['cancel']);
    expect((await customer.cancel()).status).to.equal(200);
  });

  it('neither cancel paid orders nor change where they are sent, which the shop may', async () => {
    const customer = await aCustomer(app());
    await customer.pay();
    expect(await customer.actions()).to.deep.equal([]);
    expectProblem(await customer.cancel(), 403, 'forbidden');
    for (const body of [{ shipping_address: ADDRESS }, { billing_address: ADDRESS }, { email: 'else@example.com' }]) {
      expectProblem(await customer.change(body), 403, 'forbidden');
    }
    expect((await customer.change({ metadata: { gift: 'yes' } })).status).to.equal(200);
    expect((await customer.byShop()).json).to.include({ status: 'cancelled', payment_status: 'refunded' });
  });
});

onService(
  'customers with more permissions',
  ({ app }) => {
    it('cancel paid orders and change where they are sent', async () => {
      const customer = await aCustomer(app());
      await customer.pay();
      expect(await customer.actions()).to.deep.equal(['cancel']);
      expect((await customer.change({ shipping_address: ADDRESS })).status).to.equal(200);
      expect((await customer.cancel()).json).to.include({ status: 'cancelled', payment_status: 'refunded' });
    });

    it('pay for what another address changes, and cannot change it where nothing is priced any more', async () => {
      await app().call('/api/tax_rates', { method: 'POST', body: { name: 'VAT', percent: 10, country: 'MT' } });
      const customer = await aCustomer(app());
      const before = (await customer.change({ shipping_address: ADDRESS })).json;
      const moved = await customer.change({ shipping_address: { country: 'MT' } });
      expect(moved.json.total).to.be.closeTo(before.total * 1.1, 0.01);
      expect((await customer.change({ shipping_address: { country: 'PT' } })).json.total).to.equal(before.total);
      await customer.pay();
      await customer.fulfill();
      expectProblem(await customer.change({ shipping_address: { country: 'MT' } }), 409, 'invalid_state');
    });

    it('cannot cancel unpaid orders where this is not permitted', async () => {
      const customer = await aCustomer(app());
      expect(await customer.actions()).to.deep.equal([]);
      expectProblem(await customer.cancel(), 403, 'forbidden');
    });
  },
  { CUSTOMER_MAY: 'cancel_paid,change_address' },
);
