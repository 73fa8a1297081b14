import { expect } from 'chai';
import { productView } from '#core/catalog/product-view.ts';
import { orderView } from '#core/orders/order-view.ts';
import { anActor, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('createOrder', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('stores the order under the next number and reduces the stock', async () => {
    const [shirt, tie] = [await orders.addProduct({ stock: 5 }), await orders.addProduct({ name: 'Tie', price: 9 })];
    const order = await orders.create(orders.staff, [
      [shirt, 2],
      [tie, 1],
    ]);
    expect(order).to.include({ number: 1001, version: 1, userId: null, email: null });
    expect([order.createdAt, order.expiresAt]).to.deep.equal([NOON, noonPlus(1800)]);
    expect(orderView(order)).to.include({ total: 48.98, payment_status: 'unpaid' });
    expect(await orders.get(order.id)).to.deep.equal(order);
    expect(await orders.stockOf(shirt.id)).to.equal(3);
    expect(await orders.stockOf(tie.id)).to.equal(null);
    expect((await orders.create(orders.staff, [[tie, 1]])).number).to.equal(1002);
  });

  it('emits events for the order and for each product whose stock changed', async () => {
    const [shirt, tie] = [await orders.addProduct({ stock: 5 }), await orders.addProduct({ name: 'Tie' })];
    orders.clock.advance(60);
    const order = await orders.create(orders.staff, [
      [shirt, 2],
      [tie, 1],
    ]);
    const [created, ...others] = await orders.eventsOf(order.id);
    expect(created).to.deep.include({
      type: 'order.created',
      resourceVersion: 1,
      previous: {},
      occurredAt: noonPlus(60),
    });
    expect(created?.data).to.deep.equal(orderView(order));
    expect(others).to.deep.equal([]);
    const [updated] = await orders.eventsOf(shirt.id);
    expect(updated).to.deep.include({ type: 'product.updated', resourceVersion: 2, previous: { stock: 5 } });
    const less = { ...shirt, stock: 3, version: 2, updatedAt: noonPlus(60) };
    expect(updated?.data).to.deep.equal(productView(less));
    expect(await orders.eventsOf(tie.id)).to.deep.equal([]);
  });

  it('emits order.paid for a free order', async () => {
    const gift = await orders.addProduct({ price: 0 });
    const order = await orders.create(orders.staff, [[gift, 1]]);
    expect(order.state.payment).to.equal('paid');
    const [created, paid, ...others] = await orders.eventsOf(order.id);
    expect([created?.type, paid?.type]).to.deep.equal(['order.created', 'order.paid']);
    expect(paid).to.deep.include({ resourceVersion: 1, data: orderView(order), previous: {} });
    expect(others).to.deep.equal([]);
    expect((await orders.timelineOf(order.id)).map(({ type }) => type)).to.deep.equal(['created', 'paid']);
  });

  it('starts the timeline with the actor and the total', async () => {
    const shirt = await orders.addProduct();
    const { id } = await orders.create(orders.staff, [[shirt, 3]]);
    const [entry, ...others] = await orders.timelineOf(id);
    expect(entry).to.deep.include({ object: 'timeline_entry', order_id: id, type: 'created' });
    expect(entry?.details).to.deep.equal({ total: 59.97, currency: 'USD' });
    const { userId, credentialId } = orders.staff;
    expect(entry?.actor).to.deep.equal({ kind: 'api_key', user_id: userId, credential_id: credentialId });
    expect(others).to.deep.equal([]);
  });

  it('keeps the name and price of the product at checkout', async () => {
    const shirt = await orders.addProduct();
    const { id, items } = await orders.create(orders.staff, [[shirt, 1]]);
    await orders.unitOfWork.run((tx) => tx.products.remove(shirt.id));
    expect((await orders.get(id)).items).to.deep.equal(items);
    expect(items[0]).to.deep.include({ name: 'Linen shirt', unitPrice: shirt.price });
  });

  describe('for customers', () => {
    it('creates their own order with the e-mail of the account unless another is given', async () => {
      const [shirt, customer] = [await orders.addProduct(), await orders.addUser({ email: 'zoe@example.com' })];
      const order = await orders.create(anActor(customer), [[shirt, 1]]);
      expect(order).to.include({ userId: customer.id, email: 'zoe@example.com' });
      for (const [email, expected] of [
        ['other@example.com', 'other@example.com'],
        [null, null],
      ] as const) {
        const details = { email };
        const own = { userId: customer.id, details };
        expect(await orders.create(anActor(customer), [[shirt, 1]], own)).to.include({
          userId: customer.id,
          email: expected,
        });
      }
    });

    it('rejects the id of another user without revealing whether it exists', async () => {
      const [shirt, customer, other] = [await orders.addProduct(), await orders.addUser(), await orders.addUser()];
      const codes = [];
      for (const userId of [other.id, ids.next('usr')]) {
        const error = await rejectionOf(orders.create(anActor(customer), [[shirt, 1]], { userId }));
        codes.push([error.code, error.message, error.fieldErrors.map(({ path }) => path.join('/'))]);
      }
      expect(codes[0]).to.deep.equal(['unknown_reference', 'user_id must be the id of an existing user', ['user_id']]);
      expect(codes[1]).to.deep.equal(codes[0]);
    });

    it('limits the unpaid orders that they have created', async () => {
      const [shirt, customer, other] = [await orders.addProduct(), await orders.addUser(), await orders.addUser()];
      const buy = () => orders.create(anActor(customer), [[shirt, 1]]);
      const [first, second] = [await buy(), await buy()];
      await orders.create(orders.staff, [[shirt, 1]], { userId: customer.id });
      await orders.record(first.id, { kind: 'paid', amount: dollars(1) });
      await buy();
      const error = await rejectionOf(buy());
      expect(error).to.include({ kind: 'conflict', code: 'too_many_unpaid_orders' });
      expect(error.message).to.equal(
        'There are 3 unpaid orders of the customer, and there may be at most 3. Pay or cancel one of them first.',
      );
      expect(error.details).to.deep.equal({ unpaid_orders: 3, max_unpaid_orders: 3 });
      await orders.create(anActor(other), [[shirt, 1]]);
      await orders.create(orders.staff, [[shirt, 1]], { userId: customer.id });
      await orders.record(first.id, { kind: 'paid', amount: dollars(18.99) });
      await orders.cancel(anActor(customer), second.id);
      expect([(await buy()).isByCustomer, (await buy()).isByCustomer]).to.deep.equal([true, true]);
      expect(await rejectionOf(buy())).to.include({ code: 'too_many_unpaid_orders' });
    });

    it('never creates a guest order', async () => {
      const [shirt, customer] = [await orders.addProduct(), await orders.addUser()];
      const order = await orders.create(anActor(customer), [[shirt, 1]], { userId: null });
      expect(order.userId).to.equal(customer.id);
    });
  });

  describe('for staff', () => {
    it('creates an order for the given user with the e-mail of that account unless another is given', async () => {
      const [shirt, { id: userId, email }] = [await orders.addProduct(), await orders.addUser()];
      expect(await orders.create(orders.staff, [[shirt, 1]], { userId })).to.include({ userId, email });
      const details = { email: 'desk@example.com' };
      expect(await orders.create(orders.staff, [[shirt, 1]], { userId, details })).to.include({ userId, ...details });
    });

    it('creates a guest order with the given e-mail when no user is given', async () => {
      const shirt = await orders.addProduct();
      const details = { email: 'guest@example.com' };
      for (const buyer of [{}, { userId: null }]) {
        const order = await orders.create(orders.staff, [[shirt, 1]], { ...buyer, details });
        expect(order).to.include({ userId: null, ...details });
      }
    });

    it('rejects an unknown user', async () => {
      const [shirt, userId] = [await orders.addProduct(), ids.next('usr')];
      const error = await rejectionOf(orders.create(orders.staff, [[shirt, 1]], { userId }));
      expect(error).to.include({ kind: 'invalid', code: 'unknown_reference' });
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['user_id']]);
    });
  });

  describe('when rejected', () => {
    it('changes nothing: no stock, no number, no event', async () => {
      const [shirt, rare] = [await orders.addProduct({ stock: 5 }), await orders.addProduct({ stock: 1 })];
      const both = [
        [shirt, 2],
        [rare, 1],
      ] as const;
      for (const [attempt, code] of [
        [
          orders.create(orders.staff, [
            [shirt, 2],
            [rare, 2],
          ]),
          'insufficient_stock',
        ],
        [
          orders.create(orders.staff, [
            [shirt, 2],
            [{ id: ids.next('prod') }, 1],
          ]),
          'unknown_reference',
        ],
        [orders.create(orders.staff, both, { expectedTotal: 1 }), 'total_changed'],
        [orders.create(orders.staff, both, { userId: ids.next('usr') }), 'unknown_reference'],
        [orders.create(orders.staff, both, { details: { billing_address: {} as never } }), 'validation_failed'],
      ] as const) {
        expect((await rejectionOf(attempt)).code).to.equal(code);
        for (const [product, stock] of [
          [shirt, 5],
          [rare, 1],
        ] as const) {
          expect(await orders.stockOf(product.id)).to.equal(stock);
          expect(await orders.eventsOf(product.id)).to.deep.equal([]);
        }
      }
      expect(await orders.list()).to.deep.equal([]);
      expect((await orders.create(orders.staff, both)).number).to.equal(1001);
    });

    it('sells the last item to only one of two buyers', async () => {
      const last = await orders.addProduct({ stock: 1 });
      const attempts = [1, 2, 3].map(() => orders.create(orders.staff, [[last, 1]]));
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
      expect(await orders.stockOf(last.id)).to.equal(0);
      expect(await orders.list()).to.have.lengthOf(1);
    });
  });
});
