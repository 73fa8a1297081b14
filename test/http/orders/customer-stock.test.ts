import { expect } from 'chai';
import { createKey, createProduct, createUser, itemsOf, signIn, stockOf } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const STOCK = 10_000;
const PASSWORD = 'correct horse battery staple';

onService(
  'stock that unpaid orders of customers hold',
  ({ app }) => {
    let publishable: string;
    let product: { id: string };
    let visitors = 0;

    before(async () => {
      publishable = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
    });
    beforeEach(async () => {
      product = await createProduct(app(), { stock: STOCK });
    });

    type Customer = Readonly<{ id: string; key: string }>;

    const signUp = async (): Promise<Customer> => {
      visitors += 1;
      const body = { email: `visitor-${visitors}@example.com`, password: PASSWORD };
      const headers = { 'X-Forwarded-For': `192.0.2.${visitors}` };
      const reply = await app().call('/api/users', { method: 'POST', key: publishable, body, headers });
      expect(reply.status, reply.text).to.equal(201);
      const key = await signIn(app(), body, PASSWORD);
      return { id: (await app().call('/api/users/me', { key })).json.id, key };
    };

    const buy = (
      key: string,
      quantity: number,
      { address = '203.0.113.1', query = '', ...body }: Record<string, string> = {},
    ) =>
      app().call(`/api/orders${query}`, {
        method: 'POST',
        key,
        body: { items: itemsOf([product], quantity), ...body },
        headers: { 'X-Forwarded-For': address },
      });
    const expectTooMuch = (reply: Reply, unpaid: number | undefined, requested: number, maximum: number): string => {
      const { detail, ...problem } = expectProblem(reply, 409, 'too_much_unpaid_stock');
      expect(problem).to.include({ requested_quantity: requested, max_unpaid_quantity: maximum });
      expect(problem.unpaid_quantity).to.equal(unpaid);
      return detail;
    };

    it('is limited for each, whatever the address, until the orders are paid or cancelled', async () => {
      const { key } = await signUp();
      expectProblem(await buy(key, 9_000), 409, 'too_much_unpaid_stock');
      const first = await buy(key, 60, { address: '198.51.100.1' });
      const second = await buy(key, 40, { address: '198.51.100.2' });
      expect([first.status, second.status]).to.deep.equal([201, 201]);
      expect(expectTooMuch(await buy(key, 1, { address: '198.51.100.3' }), 100, 1, 100)).to.equal(
        'Unpaid orders of the customer hold a quantity of 100 from stock, and may hold at most 100. ' +
          'Pay or cancel one of them first.',
      );
      expect((await app().call(`/api/orders/${first.json.id}/cancel`, { method: 'POST', key })).status).to.equal(200);
      const payment = { order_id: second.json.id, payment_method: { token: 'tok_success' } };
      expect((await app().call('/api/payments', { method: 'POST', key, body: payment })).status).to.equal(201);
      expect((await buy(key, 100, { address: '198.51.100.3' })).status).to.equal(201);
      expect(await stockOf(app(), product)).to.equal(STOCK - 140);
    });

    it('is limited for an address, whoever signs up or orders as a guest there, and claims the order', async () => {
      const address = '203.0.113.5';
      const [ada, bob] = [await signUp(), await signUp()];
      expect((await buy(ada.key, 90, { address })).status).to.equal(201);
      expect((await buy(publishable, 60, { address, email: 'guest-5@example.com' })).status).to.equal(201);
      expect(expectTooMuch(await buy(bob.key, 1, { address }), undefined, 1, 150)).to.equal(
        'Unpaid orders from your network address would hold too much stock. ' +
          'Order less, or pay or cancel one of them first.',
      );
      expectTooMuch(await buy(publishable, 1, { address, email: 'guest-6@example.com' }), undefined, 1, 150);
      expect((await buy(bob.key, 1, { address: '203.0.113.6' })).status).to.equal(201);
      expect(await stockOf(app(), product)).to.equal(STOCK - 151);
    });

    it('is told in quotes and orders up to the limit, and no more except to the trusted', async () => {
      const { id, key } = await signUp();
      product = await createProduct(app(), { stock: 200 });
      for (const quantity of [101, 201]) {
        for (const query of ['?dry_run=true', '']) {
          expectTooMuch(await buy(key, quantity, { query }), undefined, quantity, 100);
        }
      }
      expect((await buy(key, 100, { query: '?dry_run=true' })).status).to.equal(201);
      await app().call(`/api/users/${id}`, { method: 'PATCH', body: { trusted: true } });
      expect((await buy(key, 101, { query: '?dry_run=true' })).status).to.equal(201);
      expectProblem(await buy(key, 201, { query: '?dry_run=true' }), 409, 'insufficient_stock');
    });

    it('is not limited for customers whom the staff trusts, nor for orders of the staff', async () => {
      const { id, key } = await signUp();
      const byStaff = { items: itemsOf([product], 1_000), user_id: id };
      expect((await app().call('/api/orders', { method: 'POST', body: byStaff })).status).to.equal(201);
      const self = await app().call('/api/users/me', { method: 'PATCH', key, body: { trusted: true } });
      expect(self.status, self.text).to.equal(422);
      expectProblem(
        await app().call(`/api/users/${id}`, { method: 'PATCH', key, body: { trusted: true } }),
        403,
        'insufficient_scope',
      );
      expectProblem(await buy(key, 1_000), 409, 'too_much_unpaid_stock');
      const trusted = await app().call(`/api/users/${id}`, { method: 'PATCH', body: { trusted: true } });
      expect([trusted.status, trusted.json.trusted]).to.deep.equal([200, true]);
      const address = '203.0.113.7';
      expect((await buy(key, 1_000, { address })).status).to.equal(201);
      // and leaves others what they may have
      expect((await buy((await signUp()).key, 100, { address })).status).to.equal(201);
    });

    it('is limited for orders that race, of a customer and from an address', async () => {
      const { key } = await signUp();
      const many = await Promise.all(Array.from({ length: 10 }, signUp));
      const ofCustomer = await Promise.all(many.map((_, index) => buy(key, 30, { address: `198.51.100.${index}` })));
      const ofAddress = await Promise.all(many.map((customer) => buy(customer.key, 30, { address: '203.0.113.8' })));
      for (const [replies, count] of [
        [ofCustomer, 3],
        [ofAddress, 5],
      ] as const) {
        expect(replies.filter(({ status }) => status === 201)).to.have.length(count);
        for (const reply of replies.filter(({ status }) => status !== 201)) {
          expectProblem(reply, 409, 'too_much_unpaid_stock');
        }
      }
      expect(await stockOf(app(), product)).to.equal(STOCK - 240);
    });

    it('of customers whom the staff has created is limited, too', async () => {
      const customer = await createUser(app());
      expectProblem(await buy(await signIn(app(), customer), 101), 409, 'too_much_unpaid_stock');
    });
  },
  {
    CUSTOMER_SIGN_UP: 'open',
    MAX_UNPAID_STOCK_PER_CUSTOMER: '100',
    MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: '150',
    TRUST_PROXY: 'true',
  },
);
