import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';
import { shuffled } from '../../support/shuffled.ts';

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const withStatus = (replies: readonly Reply[], status: number): Reply[] =>
  replies.filter((reply) => reply.status === status);

onService('concurrent orders', ({ app }) => {
  it('sell seven items to seven of forty buyers and reject the other thirty-three', async () => {
    const product = await createProduct(app(), { stock: 7 });
    const replies = await many(40, () => order(app(), { items: itemsOf([product]) }));
    expect(withStatus(replies, 201)).to.have.length(7);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      const problem = expectProblem(reply, 409, 'insufficient_stock');
      expect(problem.items).to.deep.equal([{ product_id: product.id, requested: 1, available: 0 }]);
      expect(problem.errors).to.deep.equal([
        {
          pointer: '/items/0/quantity',
          code: 'stock.insufficient',
          message: 'cannot be fulfilled: the product is out of stock',
        },
      ]);
    }
    expect(await stockOf(app(), product)).to.equal(0);
    const numbers = withStatus(replies, 201).map(({ json }) => json.number);
    expect(new Set(numbers).size).to.equal(7);
  });

  it('never oversell or lose stock, with items in any order', async () => {
    const products = await many(6, () => createProduct(app(), { stock: 25 }));
    const sold = new Map<string, number>(products.map(({ id }) => [id, 0]));
    const replies = await many(60, async (index) => {
      const items = shuffled(products)
        .slice(0, 1 + (index % 4))
        .map(({ id }, position) => ({ product_id: id, quantity: 1 + ((index + position) % 3) }));
      const reply = await order(app(), { items });
      if (reply.status === 201 && index % 5 === 0) {
        expect((await orderStep(app(), reply.json.id, 'cancel')).status).to.equal(200);
      } else if (reply.status === 201) {
        for (const item of items) sold.set(item.product_id, (sold.get(item.product_id) ?? 0) + item.quantity);
      } else expectProblem(reply, 409, 'insufficient_stock');
      return reply;
    });
    expect(withStatus(replies, 201)).to.not.have.length(0);
    for (const product of products) expect(await stockOf(app(), product)).to.equal(25 - (sold.get(product.id) ?? 0));
  });

  it('lose neither an order nor a product update', async () => {
    const product = await createProduct(app(), { stock: 50 });
    const change = (name: string) => app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { name } });
    const replies = await many(40, (index) =>
      index % 2 === 0 ? order(app(), { items: itemsOf([product]) }) : change(`Shirt ${index}`),
    );
    expect(replies.filter(({ status }) => status >= 300).map(({ text }) => text)).to.deep.equal([]);
    const { stock, version } = (await app().call(`/api/products/${product.id}`)).json;
    expect({ stock, version }).to.deep.equal({ stock: 30, version: 41 });
  });

  it('never fulfill more than the ordered quantity', async () => {
    const { id, items } = await createOrder(app(), { items: itemsOf([await createProduct(app())], 3) });
    const replies = await many(8, () =>
      orderStep(app(), id, 'fulfillments', { items: [{ item_id: items[0].id, quantity: 1 }] }),
    );
    expect(withStatus(replies, 201)).to.have.length(3);
    for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 409, 'invalid_state');
    expect((await app().call(`/api/orders/${id}`)).json).to.include({ fulfillment_status: 'fulfilled', version: 4 });
  });

  it('are either cancelled or fulfilled', async () => {
    for (let round = 0; round < 10; round += 1) {
      const product = await createProduct(app(), { stock: 1 });
      const { id } = await createOrder(app(), { items: itemsOf([product]) });
      const [cancelled, sent] = await Promise.all([
        orderStep(app(), id, 'cancel'),
        orderStep(app(), id, 'fulfillments'),
      ]);
      const { status } = (await app().call(`/api/orders/${id}`)).json;
      expect([cancelled.status, sent.status, status, await stockOf(app(), product)]).to.be.deep.oneOf([
        [200, 409, 'cancelled', 1],
        [409, 201, 'open', 0],
      ]);
    }
  });

  it('are changed by one of several updates with the same ETag', async () => {
    const { id } = await createOrder(app());
    const replies = await many(10, (index) =>
      app().call(`/api/orders/${id}`, {
        method: 'PATCH',
        body: { metadata: { writer: String(index) } },
        headers: { 'If-Match': '"1"' },
      }),
    );
    expect([withStatus(replies, 200).length, withStatus(replies, 412).length]).to.deep.equal([1, 9]);
  });
});

onService(
  'the unpaid orders of a customer',
  ({ app }) => {
    it('are limited, also under concurrent requests, and make no room in the stock beyond', async () => {
      const product = await createProduct(app(), { stock: 30 });
      const customer = await createUser(app());
      const key = await signIn(app(), customer);
      const buy = () => order(app(), { items: itemsOf([product]) }, { key });
      const replies = await many(20, buy);
      expect(withStatus(replies, 201)).to.have.length(5);
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        const problem = expectProblem(reply, 409, 'too_many_unpaid_orders');
        expect(problem).to.include({ unpaid_orders: 5, max_unpaid_orders: 5 });
      }
      expect(await stockOf(app(), product)).to.equal(25);
      await createOrder(app(), { items: itemsOf([product]), user_id: customer.id });
      await createPayment(app(), withStatus(replies, 201)[0]?.json.id);
      expect([(await buy()).status, (await buy()).status]).to.deep.equal([201, 409]);
    });
  },
  { MAX_UNPAID_ORDERS_PER_CUSTOMER: '5' },
);

onService(
  'unpaid orders',
  ({ app }) => {
    it('are cancelled in time and return their stock, unless fulfilled or free', async () => {
      const product = await createProduct(app(), { stock: 10 });
      const free = await createProduct(app(), { price: 0, stock: 10 });
      const [unpaid, sent, paid] = [
        await createOrder(app(), { items: itemsOf([product], 2) }),
        await createOrder(app(), { items: itemsOf([product], 3) }),
        await createOrder(app(), { items: itemsOf([free]) }),
      ];
      await orderStep(app(), sent.id, 'fulfillments');
      await eventually('the order has expired', async () => {
        return (await app().call(`/api/orders/${unpaid.id}`)).json.status === 'cancelled';
      });
      const [entry] = (await app().call(`/api/orders/${unpaid.id}/timeline`)).json.data;
      expect(entry).to.deep.include({ type: 'expired', actor: { kind: 'system', user_id: null, credential_id: null } });
      for (const { id } of [sent, paid]) expect((await app().call(`/api/orders/${id}`)).json.status).to.equal('open');
      expect([await stockOf(app(), product), await stockOf(app(), free)]).to.deep.equal([7, 9]);
    });

    it('return their partial payments and authorizations when they expire', async () => {
      const product = await createProduct(app(), { stock: 10 });
      const { id, expires_at: deadline } = await createOrder(app(), { items: itemsOf([product], 2) });
      const part = await createPayment(app(), id, { amount: 10 });
      const held = await createPayment(app(), id, { amount: 5, capture_method: 'manual' });
      const { payment_status, expires_at: extended } = (await app().call(`/api/orders/${id}`)).json;
      expect(payment_status).to.equal('partially_paid');
      expect(Date.parse(extended)).to.be.above(Date.parse(deadline));
      await eventually('the order has expired', async () => {
        return (await app().call(`/api/orders/${id}`)).json.status === 'cancelled';
      });
      const order = (await app().call(`/api/orders/${id}`)).json;
      expect(order).to.include({ cancel_reason: 'expired', amount_paid: 10, amount_refunded: 10 });
      expect((await app().call(`/api/payments/${part.id}`)).json).to.include({ amount_refunded: 10 });
      expect((await app().call(`/api/payments/${held.id}`)).json).to.include({ status: 'cancelled' });
      expect(await stockOf(app(), product)).to.equal(10);
    });

    it('return their stock once when they are cancelled as they expire', async () => {
      const product = await createProduct(app(), { stock: 40 });
      const placed = await many(40, () => createOrder(app(), { items: itemsOf([product]) }));
      expect(await stockOf(app(), product)).to.equal(0);
      const end = Date.parse(placed[0]?.expires_at);
      const outcomes = await many(40, async (index) => {
        // some before and some after they expire, most in the second of the expiry
        await sleep(Math.max(0, end - Date.now() - 200 + index * 40));
        const { id } = placed[index] ?? { id: '' };
        const [one, other] = await Promise.all([orderStep(app(), id, 'cancel'), orderStep(app(), id, 'cancel')]);
        return [one.status, other.status].sort().join();
      });
      expect([...new Set(outcomes)].sort()).to.be.deep.oneOf([['200,409', '409,409'], ['409,409'], ['200,409']]);
      await eventually('all have ended', async () => {
        return (
          (await app().call('/api/orders?status=open&payment_status=unpaid&fulfillment_status=unfulfilled')).json.data
            .length === 0
        );
      });
      expect(await stockOf(app(), product)).to.equal(40);
    });
  },
  { ORDER_EXPIRY_MINUTES: '0.1' },
);
