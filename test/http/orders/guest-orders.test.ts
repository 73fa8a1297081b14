import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { linkedOrder } from '../../support/builders/linked-orders.ts';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  stockOf,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const SECRET_KEY = 'the secret key of services in tests';

const SETTINGS = { MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '1000', TRUST_PROXY: 'true', SECRET_KEY };

let guests = 0;

const aGuestEmail = (): string => {
  guests += 1;
  return `guest-${guests}@example.com`;
};

onService(
  'guest orders with a publishable key',
  ({ app, storage, databaseUrl }) => {
    let key: string;
    let product: { id: string };

    before(async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] })).key;
      product = await createProduct(app(), { stock: 1_000_000 });
    });

    const place = (fields: object = {}, headers: Record<string, string> = {}, query = ''): Promise<Reply> =>
      app().call(`/api/orders${query}`, {
        method: 'POST',
        key,
        body: { items: itemsOf([product]), email: aGuestEmail(), ...fields },
        headers,
      });
    const placed = async (fields: object = {}): Promise<Reply['json']> => {
      const reply = await place(fields);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };
    const as = (token: string | undefined, path: string, options: { method?: string; body?: unknown } = {}) =>
      app().call(path, { key, ...options, headers: token === undefined ? {} : { 'Order-Token': token } });
    const pay = (token: string, order_id: string, fields: object = {}): Promise<Reply> =>
      as(token, '/api/payments', {
        method: 'POST',
        body: { order_id, payment_method: { token: 'tok_success' }, ...fields },
      });

    it('show in a quote nothing of what an e-mail has ordered', async () => {
      const body = { name: 'Welcome', code: 'WELCOME', kind: 'percent', percent: 10, first_order: true };
      await app().call('/api/discounts', { method: 'POST', body });
      const email = aGuestEmail();
      await placed({ email });
      const codes = { email, discount_codes: ['WELCOME'] };
      const quote = await place(codes, {}, '?dry_run=true');
      expect(quote.json.refused_discount_codes, quote.text).to.deep.equal([]);
      const refused = expectProblem(await place(codes), 422, 'validation_failed');
      expect(errorPathsOf(refused)).to.deep.equal(['/discount_codes/0']);
    });

    it('are priced without effect, also without an e-mail', async () => {
      const before = await stockOf(app(), product);
      const quote = await place({ email: undefined, items: itemsOf([product], 3) }, {}, '?dry_run=true');
      expect(quote.status, quote.text).to.equal(201);
      expect(quote.json).to.deep.include({ total: 59.97, dry_run: true });
      expect(quote.json).to.not.have.property('client_secret');
      expect(await stockOf(app(), product)).to.equal(before);
    });

    it('are created for the guest and show their secret once', async () => {
      const { client_secret: secret, ...order } = await placed({ metadata: { note: 'ring twice' } });
      expect(secret).to.match(/^cpo_[0-9A-Za-z]{49}$/);
      expect(order).to.deep.include({ status: 'open', user_id: null, actions: ['cancel'] });
      const read = await as(secret, `/api/orders/${order.id}`);
      expect(read.json).to.deep.equal(order);
      for (const path of [`/api/orders/${order.id}`, `/api/orders/${order.id}/timeline`, `/api/events?limit=20`]) {
        expect((await app().call(path)).text, path).to.not.include('client_secret');
        expect((await app().call(path)).text, path).to.not.include(secret);
      }
      const [created] = (await app().call(`/api/orders/${order.id}/timeline`)).json.data;
      expect(created.actor).to.deep.include({ kind: 'publishable_key', user_id: null });
    });

    it('need an e-mail and no account', async () => {
      for (const [fields, pointer] of [
        [{ email: undefined }, '/email'],
        [{ email: null }, '/email'],
        [{ user_id: 'usr_01h455vb4pex5vsknk084sn02q' }, '/user_id'],
        [{ anonymous: true }, '/anonymous'],
        [{ external_id: 'x' }, '/external_id'],
      ] as const) {
        const problem = expectProblem(await place(fields), 422, 'validation_failed');
        expect(errorPathsOf(problem), pointer).to.deep.equal([pointer]);
      }
    });

    it('are paid by the guest, who sees the payments and the timeline', async () => {
      const { id, client_secret: secret } = await placed();
      const paid = await pay(secret, id);
      expect(paid.status, paid.text).to.equal(201);
      expect(paid.json).to.deep.include({ order_id: id, status: 'succeeded', actions: [] });
      expect((await as(secret, `/api/payments/${paid.json.id}`)).json).to.deep.equal(paid.json);
      for (const path of ['/api/payments', `/api/payments?order_id=${id}`]) {
        expect((await as(secret, path)).json.data).to.deep.equal([paid.json]);
      }
      const timeline = (await as(secret, `/api/orders/${id}/timeline`)).json.data;
      expect(timeline.map(({ type }: { type: string }) => type)).to.deep.equal(['paid', 'created']);
      expect(timeline[0].actor).to.equal(null);
      expect((await as(secret, `/api/orders/${id}`)).json.payment_status).to.equal('paid');
    });

    it('are expanded with their payments and the public products, and with no user', async () => {
      const { id, client_secret: secret } = await placed();
      const { json: payment } = await pay(secret, id);
      const expanded = await as(secret, `/api/orders/${id}?expand=payments,items.product`);
      expect(expanded.status, expanded.text).to.equal(200);
      expect(expanded.json.payments).to.deep.equal([payment]);
      expect(expanded.json.items[0].product).to.deep.equal((await as(undefined, `/api/products/${product.id}`)).json);
      const ofPayment = await as(secret, `/api/payments/${payment.id}?expand=order`);
      expect(ofPayment.json.order).to.deep.equal((await as(secret, `/api/orders/${id}`)).json);
      expectProblem(await as(secret, `/api/orders/${id}?expand=user`), 403, 'insufficient_scope');
    });

    it('are paid in full and at once only', async () => {
      const { id, client_secret: secret } = await placed();
      const problem = expectProblem(await pay(secret, id, { amount: 1 }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/amount']);
    });

    it('are cancelled by the guest', async () => {
      const before = await stockOf(app(), product);
      const { id, client_secret: secret } = await placed();
      const reply = await as(secret, `/api/orders/${id}/cancel`, { method: 'POST' });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.json).to.deep.include({ status: 'cancelled', actions: [] });
      expect(await stockOf(app(), product)).to.equal(before);
    });

    it('hide every other order and payment', async () => {
      const { client_secret: secret, id } = await placed();
      const [other, ofStaff] = [await placed(), await createOrder(app(), { items: itemsOf([product]) })];
      const payment = await createPayment(app(), other.id);
      for (const order of [other, ofStaff, { id: 'ord_01h455vb4pex5vsknk084sn02q' }]) {
        for (const path of [
          `/api/orders/${order.id}`,
          `/api/orders/${order.id}/timeline`,
          `/api/payments?order_id=${order.id}`,
        ]) {
          expectProblem(await as(secret, path), 404, 'not_found');
        }
        expectProblem(await as(secret, `/api/orders/${order.id}/cancel`, { method: 'POST' }), 404, 'not_found');
        expectProblem(await pay(secret, order.id), 422, 'unknown_reference');
      }
      expectProblem(await as(secret, `/api/payments/${payment.id}`), 404, 'not_found');
      expect((await as(secret, '/api/payments')).json.data).to.deep.equal([]);
      expect((await as(secret, `/api/orders/${id}`)).status).to.equal(200);
    });

    it('cannot be opened without a token, or with a malformed or unknown one', async () => {
      const { id, client_secret: secret } = await placed();
      const missing = expectProblem(await as(undefined, `/api/orders/${id}`), 403, 'insufficient_scope');
      expect(missing.detail).to.include('Order-Token');
      for (const token of [`${secret}x`, secret.slice(0, -1), 'cpo_', key, 'x'.repeat(5000)]) {
        expectProblem(await as(token, `/api/orders/${id}`), 403, 'invalid_order_token');
      }
      // without the publishable key the token opens nothing
      const alone = await app().call(`/api/orders/${id}`, { key: null, headers: { 'Order-Token': secret } });
      expectProblem(alone, 401, 'authentication_required');
    });

    it('are only read by the token of a link', async () => {
      const order = await placed();
      const { id } = order;
      const other = await placed();
      const links = makeOrderLinks(makeEncryption(SECRET_KEY));
      const token = links.sign(linkedOrder(order), new Date());
      for (const path of [`/api/orders/${id}`, `/api/orders/${id}/timeline`, '/api/payments']) {
        expect((await as(token, path)).status, path).to.equal(200);
      }
      expect((await as(token, `/api/orders/${id}`)).json.actions).to.deep.equal([]);
      expectProblem(await as(token, `/api/orders/${other.id}`), 404, 'not_found');
      expectProblem(await as(token, `/api/orders/${id}/cancel`, { method: 'POST' }), 403, 'insufficient_scope');
      expectProblem(await pay(token, id), 403, 'insufficient_scope');
      const expired = links.sign(linkedOrder(order), new Date(Date.now() - 30 * 86_400_000));
      expectProblem(await as(expired, `/api/orders/${id}`), 403, 'invalid_order_token');
    });

    describe('with an Idempotency-Key', () => {
      it('are created once and replayed with their secret, which is stored encrypted', async () => {
        const body = { email: aGuestEmail() };
        const headers = { 'Idempotency-Key': randomUUID() };
        const first = await place(body, { ...headers, 'X-Forwarded-For': '203.0.113.1' });
        const again = await place(body, { ...headers, 'X-Forwarded-For': '198.51.100.7' });
        expect([first.status, again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([
          201,
          201,
          'true',
        ]);
        expect(again.text).to.equal(first.text);
        if (storage !== 'postgres') return;
        const stored = await runSql(databaseUrl(), 'select body from idempotency_records');
        expect(JSON.stringify(stored)).to.not.include(first.json.client_secret);
        expect(JSON.stringify(stored)).to.not.include('client_secret');
      });

      it('are not shown to another visitor with the same key and another body', async () => {
        const headers = { 'Idempotency-Key': randomUUID() };
        const first = await place({}, headers);
        const other = await place({}, headers);
        expectProblem(other, 422, 'idempotency_key_reused');
        expect(other.text).to.not.include(first.json.client_secret);
      });

      it('require an Idempotency-Key that is long enough to be random', async () => {
        for (const weak of ['1', 'cart-4711-1', 'x'.repeat(21)]) {
          const problem = expectProblem(await place({}, { 'Idempotency-Key': weak }), 400, 'bad_request');
          expect(problem.detail).to.include('random');
        }
        expect((await place({}, { 'Idempotency-Key': 'x'.repeat(22) })).status).to.equal(201);
      });

      it('replay a payment to the guest of the order only', async () => {
        const [one, other] = [await placed(), await placed()];
        const headers = { 'Idempotency-Key': randomUUID() };
        const body = { order_id: one.id, payment_method: { token: 'tok_success' } };
        const by = (token: string) =>
          app().call('/api/payments', { method: 'POST', key, body, headers: { ...headers, 'Order-Token': token } });
        const paid = await by(one.client_secret);
        expect(paid.status, paid.text).to.equal(201);
        expectProblem(await by(other.client_secret), 422, 'unknown_reference');
        expect((await by(one.client_secret)).text).to.equal(paid.text);
      });
    });

    it('are limited while unpaid for each e-mail, also when they race', async () => {
      const email = aGuestEmail();
      const replies = await Promise.all(Array.from({ length: 12 }, () => place({ email })));
      expect(replies.filter(({ status }) => status === 201)).to.have.length(5);
      const refused = replies.filter(({ status }) => status === 409);
      expect(refused).to.have.length(7);
      for (const reply of refused) {
        const problem = expectProblem(reply, 409, 'too_many_unpaid_orders');
        expect(problem).to.include({ max_unpaid_orders: 5 }).and.not.have.property('unpaid_orders');
        expect(problem.detail).to.equal(
          'There are too many unpaid orders of guests with this e-mail or from your network address. ' +
            'Pay or cancel one of them first.',
        );
      }
      const open = replies.find(({ status }) => status === 201)?.json;
      await pay(open.client_secret, open.id);
      expect((await place({ email: email.toUpperCase() })).status).to.equal(201);
    });
  },
  SETTINGS,
);

onStorage(
  'memory',
  'limits of guest orders',
  ({ app }) => {
    const place = async (key: string, address: string, fields: object = {}, query = ''): Promise<Reply> =>
      app().call(`/api/orders${query}`, {
        method: 'POST',
        key,
        body: { items: itemsOf([await createProduct(app())]), email: aGuestEmail(), ...fields },
        headers: { 'X-Forwarded-For': address },
      });
    const aKey = async (): Promise<string> =>
      (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;

    it('count unpaid orders for each client address, whatever the key', async () => {
      for (let index = 0; index < 2; index += 1) {
        expect((await place(await aKey(), '203.0.113.1')).status).to.equal(201);
      }
      const problem = expectProblem(await place(await aKey(), '203.0.113.1'), 409, 'too_many_unpaid_orders');
      expect(problem).to.include({ max_unpaid_orders: 2 }).and.not.have.property('unpaid_orders');
      expect(problem.detail).to.include('of guests with this e-mail or from your network address');
      expect((await place(await aKey(), '203.0.113.2')).status).to.equal(201);
    });

    it('count orders for each address and e-mail, and no quotes', async () => {
      const key = await aKey();
      const email = aGuestEmail();
      for (let index = 0; index < 8; index += 1) {
        expect((await place(key, '203.0.113.3', { email }, '?dry_run=true')).status).to.equal(201);
      }
      for (const address of ['203.0.113.3', '203.0.113.4', '203.0.113.5', '203.0.113.6']) {
        expect((await place(key, address, { email })).status).to.equal(201);
      }
      expectProblem(await place(key, '203.0.113.7', { email }), 429, 'rate_limited');
      for (let index = 0; index < 3; index += 1) await place(key, '203.0.113.8');
      await place(key, '203.0.113.8');
      expectProblem(await place(key, '203.0.113.8'), 429, 'rate_limited');
    });
  },
  { MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '2', TRUST_PROXY: 'true' },
  { constants: { guestOrderRateLimit: { calls: 4, seconds: 3_600 } } },
);
