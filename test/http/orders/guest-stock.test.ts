import { expect } from 'chai';
import { createKey, createProduct, itemsOf, stockOf } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const STOCK = 10_000;

let guests = 0;

const aGuestEmail = (): string => {
  guests += 1;
  return `guest-${guests}@example.com`;
};

onService(
  'stock that unpaid orders of guests hold',
  ({ app }) => {
    let key: string;
    let product: { id: string };

    before(async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
    });
    beforeEach(async () => {
      product = await createProduct(app(), { stock: STOCK });
    });

    type Options = Readonly<{ email?: string; address?: string; items?: object[]; query?: string }>;

    const place = (quantity: number, options: Options = {}): Promise<Reply> => {
      const { email = aGuestEmail(), address = '203.0.113.1', items = itemsOf([product], quantity) } = options;
      return app().call(`/api/orders${options.query ?? ''}`, {
        method: 'POST',
        key,
        body: { items, email },
        headers: { 'X-Forwarded-For': address },
      });
    };
    const placed = async (quantity: number, options: Options = {}): Promise<Reply['json']> => {
      const reply = await place(quantity, options);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };
    const expectTooMuch = (reply: Reply, requested: number, maximum: number): void => {
      const { detail, ...problem } = expectProblem(reply, 409, 'too_much_unpaid_stock');
      expect(problem).to.include({ requested_quantity: requested, max_unpaid_quantity: maximum });
      expect(problem).to.not.have.property('unpaid_quantity');
      expect(detail).to.equal(
        'Unpaid orders of guests with this e-mail or from your network address would hold too much stock. ' +
          'Order less, or pay or cancel one of them first.',
      );
    };

    it('is limited for an e-mail, whatever the client, until the orders are paid or cancelled', async () => {
      const email = aGuestEmail();
      const first = await placed(60, { email, address: '203.0.113.2' });
      const second = await placed(40, { email: email.toUpperCase(), address: '203.0.113.3' });
      expectTooMuch(await place(1, { email, address: '203.0.113.4' }), 1, 100);
      const as = (secret: string, path: string, body: object = {}) =>
        app().call(path, { method: 'POST', key, body, headers: { 'Order-Token': secret } });
      expect((await as(first.client_secret, `/api/orders/${first.id}/cancel`)).status).to.equal(200);
      expectTooMuch(await place(61, { email, address: '203.0.113.4' }), 61, 100);
      const paid = await as(second.client_secret, '/api/payments', {
        order_id: second.id,
        payment_method: { token: 'tok_success' },
      });
      expect(paid.status, paid.text).to.equal(201);
      await placed(100, { email, address: '203.0.113.4' });
      expect(await stockOf(app(), product)).to.equal(STOCK - 140);
    });

    it('is not shown to who orders more than the limit with the e-mail of another', async () => {
      const email = aGuestEmail();
      await placed(60, { email, address: '203.0.113.9' });
      const problem = expectProblem(await place(101, { email, address: '203.0.113.10' }), 409, 'too_much_unpaid_stock');
      expect(problem).to.include({ requested_quantity: 101, max_unpaid_quantity: 100 });
      expect(problem).to.not.have.property('unpaid_quantity');
      expect(problem.detail).to.equal(
        'Unpaid orders of guests with this e-mail or from your network address may hold a quantity of at most 100 from ' +
          'stock, and this one alone would hold 101. Order less.',
      );
    });

    it('is limited for a client address, whatever the e-mail', async () => {
      const address = '203.0.113.5';
      await placed(100, { address });
      await placed(50, { address });
      expectTooMuch(await place(1, { address }), 1, 150);
      await placed(1, { address: '203.0.113.6' });
      expect(await stockOf(app(), product)).to.equal(STOCK - 151);
    });

    it('is limited for all the networks that a household may have', async () => {
      await placed(100, { address: '2001:db8:1:1200::1' });
      await placed(50, { address: '2001:db8:1:12ff::1' });
      expectTooMuch(await place(1, { address: '2001:db8:1:1234::1' }), 1, 150);
      await placed(1, { address: '2001:db8:1:1300::1' });
    });

    it('counts the sum of all items from tracked stock, and no others', async () => {
      const [email, address] = [aGuestEmail(), '203.0.113.7'];
      const [another, untracked] = [await createProduct(app(), { stock: STOCK }), await createProduct(app())];
      const items = [...itemsOf([product, another], 50), ...itemsOf([untracked], 10_000)];
      await placed(0, { email, address, items });
      await placed(0, { email, address, items: itemsOf([untracked], 10_000) });
      expectTooMuch(await place(0, { email, address, items: itemsOf([product, another]) }), 2, 100);
    });

    it('is not limited for the staff', async () => {
      const body = { items: itemsOf([product], 5_000), email: aGuestEmail() };
      for (const query of ['?dry_run=true', '']) {
        expect((await app().call(`/api/orders${query}`, { method: 'POST', body })).status).to.equal(201);
      }
    });

    it('is told in quotes and orders up to the limit, and no more of products that have more', async () => {
      const [few, one] = [await createProduct(app(), { stock: 100 }), await createProduct(app(), { stock: 1 })];
      for (const query of ['?dry_run=true', '']) {
        for (const items of [itemsOf([product], 101), itemsOf([few], 101), itemsOf([few, one], 51)]) {
          const problem = expectProblem(await place(0, { items, query }), 409, 'too_much_unpaid_stock');
          expect(problem).to.include({ max_unpaid_quantity: 100 });
        }
        expectProblem(await place(2, { items: itemsOf([one], 2), query }), 409, 'insufficient_stock');
        expect((await place(0, { items: itemsOf([few], 50), query })).status).to.equal(201);
      }
    });

    it('is limited for orders that race, of an e-mail and of a client', async () => {
      const email = aGuestEmail();
      const together = (options: (index: number) => Options) =>
        Promise.all(Array.from({ length: 10 }, (_, index) => place(30, options(index))));
      const ofEmail = await together((index) => ({ email, address: `198.51.100.${index}` }));
      const ofClient = await together(() => ({ address: '203.0.113.8' }));
      for (const [replies, count] of [
        [ofEmail, 3],
        [ofClient, 5],
      ] as const) {
        expect(replies.filter(({ status }) => status === 201)).to.have.length(count);
        for (const reply of replies.filter(({ status }) => status !== 201)) {
          expectProblem(reply, 409, 'too_much_unpaid_stock');
        }
      }
      expect(await stockOf(app(), product)).to.equal(STOCK - 240);
    });
  },
  {
    MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: '100',
    MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '100',
    MAX_UNPAID_GUEST_STOCK_PER_EMAIL: '100',
    MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: '150',
    TRUST_PROXY: 'true',
  },
);
