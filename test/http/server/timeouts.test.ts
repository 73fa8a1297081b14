import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createOrder, createProduct, patchProduct, payment } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { whileLocked } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const REQUEST_MS = 1000;

onStorage(
  'postgres',
  'slow requests',
  ({ app, databaseUrl }) => {
    const countOf = async (query: string): Promise<number> =>
      (await app().call(`/api/products?${query}`)).json.data.length;

    const expectGivenUp = (reply: Reply): void => {
      expectProblem(reply, 503, 'unavailable');
      expect(reply.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    };

    it('are ended and change nothing later', async () => {
      const { id } = await createProduct(app());
      await whileLocked(databaseUrl(), `select 1 from products where id = '${id}' for update`, async () => {
        const patched = patchProduct(app(), id, { name: 'late' });
        const removed = app().call(`/api/products/${id}`, { method: 'DELETE' });
        for (const reply of await Promise.all([patched, removed])) expectGivenUp(reply);
      });
      // waiters for the lock continue now; the next writer comes after them
      const { json } = await untilDone(() => patchProduct(app(), id, { stock: 1 }));
      expect(json).to.include({ name: 'Linen shirt', stock: 1, version: 2 });
    });

    it('create nothing later, with or without an Idempotency-Key, and can be sent again', async () => {
      const body = { name: 'a', price: 1, category: 'late' };
      const post = (headers: Record<string, string>) => app().call('/api/products', { method: 'POST', body, headers });
      await whileLocked(databaseUrl(), 'lock table categories in access exclusive mode', async () => {
        for (const reply of await Promise.all([post({}), post({ 'Idempotency-Key': 'late' })])) expectGivenUp(reply);
      });
      expect((await untilDone(() => post({ 'Idempotency-Key': 'late' }))).status).to.equal(201);
      expect(await countOf('category=late')).to.equal(1);
    });

    it('are finished once their commit has started, so that the response is true', async () => {
      const post = (sku: string, headers = {}) =>
        app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1, sku }, headers });
      const replies = await whileLocked(
        databaseUrl(),
        'lock table events in access exclusive mode',
        async (untilBlocked) => {
          const pending = [post('COMMIT-1'), post('COMMIT-2', { 'Idempotency-Key': 'commit' })];
          await untilBlocked(2);
          await sleep(1.5 * REQUEST_MS);
          return { pending };
        },
      );
      expect((await Promise.all(replies.pending)).map(({ status }) => status)).to.deep.equal([201, 201]);
      expect([await countOf('sku=COMMIT-1'), await countOf('sku=COMMIT-2')]).to.deep.equal([1, 1]);
    });

    it('record the outcome at the gateway, and replay it', async () => {
      const { id } = await createOrder(app());
      const pay = () => payment(app(), id, {}, { headers: { 'Idempotency-Key': 'slow-payment' } });
      await whileLocked(databaseUrl(), `select 1 from orders where id = '${id}' for update`, async () => {
        expectGivenUp(await pay());
      });
      const { status, json } = await untilDone(pay);
      expect([status, json.status]).to.deep.equal([201, 'succeeded']);
      expect((await app().call(`/api/payments?order_id=${id}`)).json.data).to.deep.equal([json]);
    });

    it('are ended when they only read, and delay no other client', async () => {
      await whileLocked(databaseUrl(), 'lock table products in access exclusive mode', async () => {
        expectGivenUp(await app().call('/api/products'));
        expect((await untilDone(() => app().call('/api/auth'))).status).to.equal(200);
      });
      expect((await untilDone(() => app().call('/api/products'))).status).to.equal(200);
    });

    /** A former request under the same key may be in progress, and a slow machine may need longer than the timeout. */
    const untilDone = async (post: () => Promise<Reply>): Promise<Reply> => {
      for (;;) {
        const reply = await post();
        if (reply.status !== 409 && reply.status !== 503) return reply;
        await sleep(20);
      }
    };
  },
  { REQUEST_TIMEOUT_MS: String(REQUEST_MS) },
);
