import { expect } from 'chai';
import { createPlan, createProduct, createUser, itemsOf, signIn, stockOf } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const STOCK = 10_000;

onService(
  'goods that subscriptions hold unpaid',
  ({ app }) => {
    let product: { id: string };
    let box: { id: string };
    let tests = 0;
    let home: string;

    beforeEach(async () => {
      tests += 1;
      home = `192.0.2.${tests}`;
      product = await createProduct(app(), { stock: STOCK });
      box = await createPlan(app(), { amount: 1, product_id: product.id });
    });

    const aCustomer = async () => {
      const user = await createUser(app());
      return { id: user.id, key: await signIn(app(), user) };
    };
    const subscribe = (
      key: string | undefined,
      quantity: number,
      { token = 'tok_requires_action', address = home, ...fields }: Record<string, unknown> = {},
    ): Promise<Reply> =>
      app().call('/api/subscriptions', {
        method: 'POST',
        ...(key !== undefined && { key }),
        body: { plan_id: box.id, quantity, payment_method: { token }, ...fields },
        headers: { 'X-Forwarded-For': `${address}` },
      });
    const change = (key: string, id: string, body: object) =>
      app().call(`/api/subscriptions/${id}`, { method: 'PATCH', key, body });
    const order = (key: string, quantity: number) =>
      app().call('/api/orders', {
        ...{ method: 'POST', key, body: { items: itemsOf([product], quantity) } },
        headers: { 'X-Forwarded-For': home },
      });
    const held = async () => STOCK - Number(await stockOf(app(), product));
    const expectTooMuch = (reply: Reply) => expectProblem(reply, 409, 'too_much_unpaid_stock');
    const expectStatus = ({ status, text, json }: Reply, expected: string) => {
      expect(json.status, `${status} ${text}`).to.equal(expected);
      return json;
    };

    it('are limited for each customer with the unpaid orders, until they are paid or expire', async () => {
      const { key } = await aCustomer();
      expectTooMuch(await subscribe(key, 101));
      expectStatus(await subscribe(key, 60, { address: '198.51.100.1' }), 'incomplete');
      expectTooMuch(await subscribe(key, 41, { address: '198.51.100.2' }));
      expectTooMuch(await order(key, 41));
      expect((await order(key, 10)).status).to.equal(201);
      expectTooMuch(await subscribe(key, 31, { address: '198.51.100.3' }));
      expect(await held()).to.equal(70);
      await advanceClock(app(), 31 * 60);
      expectStatus(await subscribe(key, 90, { token: 'tok_success' }), 'active');
      expectStatus(await subscribe(key, 90), 'incomplete');
    });

    it('go back when the first charge is declined, and count no more', async () => {
      const { key } = await aCustomer();
      for (const _ of [1, 2, 3]) {
        expectProblem(await subscribe(key, 90, { token: 'tok_declined' }), 402, 'payment_declined');
      }
      expect(await held()).to.equal(0);
    });

    it('are limited from one address, also for orders', async () => {
      const address = '203.0.113.77';
      const [one, two, three] = [await aCustomer(), await aCustomer(), await aCustomer()];
      expectStatus(await subscribe(one.key, 100, { address }), 'incomplete');
      expectTooMuch(await subscribe(two.key, 51, { address }));
      expectStatus(await subscribe(two.key, 50, { address }), 'incomplete');
      expectTooMuch(await subscribe(three.key, 1, { address }));
      const headers = { 'X-Forwarded-For': address };
      const body = { items: itemsOf([product], 1) };
      expectTooMuch(await app().call('/api/orders', { method: 'POST', key: three.key, body, headers }));
      expectStatus(await subscribe(three.key, 100, { address: '203.0.113.78' }), 'incomplete');
    });

    it('are limited before a trial takes them', async () => {
      const { key } = await aCustomer();
      const trial = await createPlan(app(), { amount: 1, product_id: product.id, trial_days: 7, trial_once: false });
      const fields = { plan_id: trial.id, token: 'tok_saved_then_declined' };
      const first = expectStatus(await subscribe(key, 60, fields), 'trialing');
      expectTooMuch(await subscribe(key, 41, fields));
      expectStatus(await subscribe(key, 40, fields), 'trialing');
      // what it holds itself is not counted twice
      expectTooMuch(await change(key, first.id, { quantity: 61 }));
      expectStatus(await change(key, first.id, { quantity: 50 }), 'trialing');
      expectStatus(await change(key, first.id, { quantity: 60 }), 'trialing');
    });

    it('are limited before a renewal takes them, and while it is owed', async () => {
      const paid = await aCustomer();
      const subscription = expectStatus(await subscribe(paid.key, 1, { token: 'tok_saved_then_declined' }), 'active');
      const weekly = await createPlan(app(), { amount: 1, interval: 'week', product_id: product.id });
      for (const proration of ['prorate', 'at_period_end']) {
        expectTooMuch(await change(paid.key, subscription.id, { quantity: 2_000, proration }));
        expectTooMuch(await change(paid.key, subscription.id, { plan_id: weekly.id, quantity: 2_000, proration }));
      }
      expectStatus(await change(paid.key, subscription.id, { plan_id: weekly.id, quantity: 100 }), 'active');
      const at = `/api/subscriptions/${subscription.id}`;
      await advanceClock(app(), 32 * 86_400);
      expect((await app().call(at)).json.status).to.equal('past_due');
      expect(await held()).to.equal(101);
      expectTooMuch(await order(paid.key, 1));
      expectTooMuch(await change(paid.key, subscription.id, { quantity: 101 }));
      await app().call(`${at}/cancel`, { method: 'POST', key: paid.key });
      expect((await order(paid.key, 100)).status).to.equal(201);
    });

    it('are not limited for the staff, nor for customers whom it trusts, nor are services', async () => {
      const { id, key } = await aCustomer();
      const byStaff = await subscribe(undefined, 500, { user_id: id });
      expectStatus(byStaff, 'incomplete');
      expect((await app().call(`/api/users/${id}`, { method: 'PATCH', body: { trusted: true } })).status).to.equal(200);
      expectStatus(await subscribe(key, 500), 'incomplete');
      const other = await aCustomer();
      const service = await createPlan(app(), { amount: 1 });
      expectStatus(await subscribe(other.key, 500, { plan_id: service.id, token: 'tok_success' }), 'active');
    });

    it('are counted one request after another', async () => {
      const { key } = await aCustomer();
      const replies = await Promise.all(
        [1, 2, 3, 4, 5].map((each) => subscribe(key, 40, { address: `198.51.100.${each}` })),
      );
      expect(replies.filter(({ status }) => status === 201)).to.have.length(2);
      expect(await held()).to.equal(80);
    });
  },
  {
    MAX_UNPAID_STOCK_PER_CUSTOMER: '100',
    MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: '150',
    TRUST_PROXY: 'true',
    TEST_CLOCK: 'true',
  },
);
