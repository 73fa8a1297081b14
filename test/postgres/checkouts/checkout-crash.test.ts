import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import type { Caller, Reply } from '../../support/servers/calls.ts';
import { runSql, whileLocked } from '../../support/servers/database.ts';
import { useSurvivingService } from '../../support/servers/surviving-service.ts';

type Json = Reply['json'];

/** The orders of a checkout, their state, and their charges at the gateway. */
const BOOKS = (checkoutId: string): string => `
  select count(*)::integer as orders, max(o.payment_status) as payment_status,
    coalesce(sum((select count(*) from sandbox_charges c where c.order_id = o.id and c.captured_minor > 0)), 0)::integer
      as charges
  from orders o where checkout_id = '${checkoutId}'`;

describe('a checkout whose process is killed while it is completed', () => {
  const { call, databaseUrl, dying } = useSurvivingService();

  const posted = async (at: string, body: object): Promise<Json> => {
    const { status, json, text } = await call(at, { method: 'POST', body });
    expect(status, text).to.equal(201);
    return json;
  };
  const booksOf = async (id: string) => (await runSql(databaseUrl(), BOOKS(id)))[0];

  type Attempt = Readonly<{
    checkout: Json;
    product: Json;
    /** Completes the checkout, always with the same key and body. */
    complete: (by: Caller) => Promise<Reply>;
    kill: () => Promise<unknown>;
    /** The process that will be killed. */
    doomed: Caller;
  }>;

  /** Each kills the process at another step. */
  const DEATHS: Readonly<
    Record<string, readonly [dies: string, isStored: boolean, death: (it: Attempt) => Promise<void>]>
  > = {
    'before its order is committed': [
      '',
      false,
      async ({ complete, doomed, kill, product }) => {
        const locking = `select 1 from products where id = '${product.id}' for update`;
        await whileLocked(databaseUrl(), locking, async (untilBlocked) => {
          const response = complete(doomed).catch(() => {});
          await untilBlocked();
          await kill();
          await response;
        });
      },
    ],
    'before the gateway is asked': [
      'authorize=before',
      true,
      async ({ complete, doomed }) => void (await complete(doomed).catch(() => {})),
    ],
    'before it hears the answer': [
      'authorize=after',
      true,
      async ({ complete, doomed }) => void (await complete(doomed).catch(() => {})),
    ],
    'before the outcome is recorded': [
      'authorize=slow',
      true,
      async ({ complete, doomed, kill, checkout }) => {
        const response = complete(doomed).catch(() => {});
        await eventually('the gateway is asked', async () => (await booksOf(checkout.id))?.['charges'] === 1);
        const locking = `select 1 from orders where checkout_id = '${checkout.id}' for update`;
        await whileLocked(databaseUrl(), locking, async (untilBlocked) => {
          await untilBlocked();
          await kill();
        });
        await response;
      },
    ],
  };

  for (const [when, [dies, isStored, death]] of Object.entries(DEATHS)) {
    it(`${when} has one order and one charge, and its request can be repeated`, async () => {
      const product = await posted('/api/products', { name: 'Shirt', price: 20, stock: 10 });
      const cart = await posted('/api/carts', { items: [{ product_id: product.id, quantity: 2 }] });
      const checkout = await posted('/api/checkouts', { cart_id: cart.id });
      const headers = { 'Idempotency-Key': `complete-${checkout.id}` };
      const body = {
        ...{ expected_total: 40, payment_method: { token: 'tok_success' } },
        return_url: `https://shop.example/?${dies}`,
      };
      const complete = (by: Caller) => by(`/api/checkouts/${checkout.id}/complete`, { method: 'POST', headers, body });
      await dying((doomed, kill) => death({ checkout, product, complete, kill, doomed }));
      expect(await booksOf(checkout.id)).to.include({ orders: isStored ? 1 : 0 });
      const { status } = (await call(`/api/checkouts/${checkout.id}`)).json;
      expect(status).to.be.oneOf(isStored ? ['in_progress', 'completed'] : ['ready']);
      // the lease of the killed process ends now instead of after 30 seconds
      await runSql(databaseUrl(), 'update payments set next_check_at = now() where is_pending');
      if (isStored) {
        await eventually(
          'the order is paid without the request',
          async () => (await booksOf(checkout.id))?.['payment_status'] === 'paid',
        );
      }
      for (let time = 0; time < 2; time += 1) {
        const repeated = await complete(call);
        expect(repeated.status, repeated.text).to.equal(200);
        expect(repeated.json).to.include({ id: checkout.id, status: 'completed' });
        expect(await booksOf(checkout.id)).to.deep.equal({ orders: 1, payment_status: 'paid', charges: 1 });
      }
      expect((await call(`/api/products/${product.id}`)).json.stock).to.equal(8);
      const ordered = (await call(`/api/carts/${cart.id}`)).json;
      expect(ordered).to.include({ status: 'ordered' });
      expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
    });
  }
});
