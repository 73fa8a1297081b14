import { expect } from 'chai';
import { createPlan, createProduct, createUser, itemsOf, signIn, stockOf } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

const STOCK = 10_000;

const DAY = 86_400;

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
      app().call(`/api/subscriptions/${id}`, { method: 'PATCH', key, body, headers: { 'X-Forwarded-For': home } });
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
      // whether or not there are as many
      for (const quantity of [101, STOCK + 1]) expectTooMuch(await subscribe(key, quantity));
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

    it('are limited before a change of the quantity or of the next plan takes them', async () => {
      const { key } = await aCustomer();
      const service = await createPlan(app(), { amount: 1, trial_days: 7, trial_once: false });
      const free = await createPlan(app(), { pricing: 'flat', amount: 0 });
      const none = { payment_method: undefined };
      const empty = expectStatus(await subscribe(key, 0, none), 'active');
      const trial = expectStatus(await subscribe(key, 1, { plan_id: service.id, ...none }), 'trialing');
      const gift = expectStatus(await subscribe(key, 1, { plan_id: free.id, ...none }), 'active');
      expectStatus(await change(key, empty.id, { quantity: 40 }), 'active');
      const later = { plan_id: box.id, proration: 'at_period_end' };
      expectTooMuch(await change(key, trial.id, { ...later, quantity: 61 }));
      expectStatus(await change(key, trial.id, { ...later, quantity: 30 }), 'trialing');
      expectTooMuch(await change(key, gift.id, { plan_id: box.id, quantity: 31 }));
      expectStatus(await change(key, gift.id, { plan_id: box.id, quantity: 30 }), 'active');
      for (const { id } of [empty, trial, gift])
        expectTooMuch(await change(key, id, { quantity: 41, plan_id: box.id }));
      expectTooMuch(await order(key, 1));
      await advanceClock(app(), 8 * DAY);
      expect(await held()).to.equal(30);
      await advanceClock(app(), 24 * DAY);
      expect(await held()).to.equal(70);
    });

    it('are limited from one address before trials and changes take them, without keeping others from ordering', async () => {
      const trial = await createPlan(app(), { amount: 1, product_id: product.id, trial_days: 7, trial_once: false });
      const fields = { plan_id: trial.id, payment_method: undefined };
      const customers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aCustomer()));
      const replies = await Promise.all(customers.map(({ key }) => subscribe(key, 50, fields)));
      expect(replies.filter(({ status }) => status === 201)).to.have.length(3);
      const [other, another] = [await aCustomer(), await aCustomer()];
      const empty = expectStatus(await subscribe(other.key, 0, { payment_method: undefined }), 'active');
      expectTooMuch(await change(other.key, empty.id, { quantity: 1 }));
      expect((await order(another.key, 1)).status).to.equal(201);
    });

    it('count no more once as many were paid', async () => {
      const { key } = await aCustomer();
      const trial = await createPlan(app(), { amount: 1, product_id: product.id, trial_days: 7, trial_once: false });
      const paid = await subscribe(key, 90, { plan_id: trial.id, token: 'tok_success' });
      const { id } = expectStatus(paid, 'trialing');
      expectTooMuch(await order(key, 11));
      await advanceClock(app(), 8 * DAY);
      expectStatus(await app().call(`/api/subscriptions/${id}`), 'active');
      expect((await order(key, 100)).status).to.equal(201);
      // more than that is not paid yet
      expectTooMuch(await change(key, id, { quantity: 91 }));
      await advanceClock(app(), 3_600);
      expectStatus(await change(key, id, { quantity: 91 }), 'active');
      expectTooMuch(await order(key, 10));
    });

    it('are taken for one period at a time, until they are paid', async () => {
      const { key } = await aCustomer();
      const daily = await createPlan(app(), { amount: 1, interval: 'day', product_id: product.id });
      const fields = { plan_id: daily.id, token: 'tok_saved_then_declined' };
      const { id, current_period_end: end } = expectStatus(await subscribe(key, 10, fields), 'active');
      const read = async () => (await app().call(`/api/subscriptions/${id}`)).json;
      const invoices = async () => (await app().call(`/api/invoices?subscription_id=${id}`)).json.data;
      await advanceClock(app(), 4 * DAY);
      expect(await read()).to.include({ status: 'past_due', current_period_start: end });
      expect(await held()).to.equal(20);
      const weekly = await createPlan(app(), { amount: 1, interval: 'week', product_id: product.id });
      expectStatus(await change(key, id, { plan_id: weekly.id }), 'past_due');
      expect(await held()).to.equal(20);
      const body = { payment_method: { token: 'tok_success' } };
      const [owed] = await invoices();
      expect((await app().call(`/api/invoices/${owed.id}/pay`, { method: 'POST', key, body })).json.status).to.equal(
        'paid',
      );
      await advanceClock(app(), 60);
      // the next period begins where that one ended, and is the only one that is owed
      expect((await read()).current_period_start > end).to.equal(true);
      expect(await held()).to.equal(30);
      expect((await invoices()).map(({ status }: { status: string }) => status)).to.deep.equal([
        'open',
        'paid',
        'paid',
      ]);
    });

    it('go back when dunning ends, for the customer and the address, and are ordered if they are paid later', async () => {
      const { key } = await aCustomer();
      // so that a late payment makes no other period due, which would take goods too
      const yearly = { amount: 1, interval: 'year', product_id: product.id };
      const trial = await createPlan(app(), { ...yearly, trial_days: 1, trial_once: false });
      const fields = { plan_id: trial.id, payment_method: undefined };
      const { id } = expectStatus(await subscribe(key, 100, fields), 'trialing');
      const other = await aCustomer();
      expectStatus(await subscribe(other.key, 50, fields), 'trialing');
      const third = await aCustomer();
      await advanceClock(app(), 2 * DAY);
      expect(await held()).to.equal(150);
      expectTooMuch(await order(third.key, 1));
      await advanceClock(app(), 40 * DAY);
      expectStatus(await app().call(`/api/subscriptions/${id}`), 'unpaid');
      expect(await held()).to.equal(0);
      expect((await order(third.key, 100)).status).to.equal(201);
      expectStatus(await subscribe(third.key, 0, { payment_method: undefined }), 'active');
      await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { stock: 120 } });
      for (const [buyer, isFromStock] of [
        [key, true],
        [other.key, false],
      ] as const) {
        const [invoice] = (await app().call('/api/invoices', { key: buyer })).json.data;
        const body = { payment_method: { token: 'tok_success' } };
        const paid = await app().call(`/api/invoices/${invoice.id}/pay`, { method: 'POST', key: buyer, body });
        expect(paid.json.status, paid.text).to.equal('paid');
        const [placed] = (await app().call('/api/orders', { key: buyer })).json.data;
        expect(placed.items[0].quantity).to.equal(isFromStock ? 100 : 50);
        expect(placed.payment_status).to.equal('paid');
        expect(await stockOf(app(), product)).to.equal(20);
        const cancelled = await app().call(`/api/orders/${placed.id}/cancel`, { method: 'POST', body: {} });
        expect(cancelled.status, cancelled.text).to.equal(200);
        expect(await stockOf(app(), product)).to.equal(isFromStock ? 120 : 20);
        await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { stock: 20 } });
      }
    });

    it('go back once where an unpaid subscription is cancelled', async () => {
      const { key } = await aCustomer();
      const { id } = expectStatus(await subscribe(key, 10, { token: 'tok_saved_then_declined' }), 'active');
      await advanceClock(app(), 90 * DAY);
      expectStatus(await app().call(`/api/subscriptions/${id}`), 'unpaid');
      expect(await held()).to.equal(10);
      await app().call(`/api/subscriptions/${id}/cancel`, { method: 'POST', key });
      expect(await held()).to.equal(10);
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

    it('are counted one change after another', async () => {
      const { key } = await aCustomer();
      const none = { payment_method: undefined };
      const started = await Promise.all([1, 2, 3, 4, 5].map(() => subscribe(key, 0, none)));
      const replies = await Promise.all(started.map(({ json: { id } }) => change(key, id, { quantity: 40 })));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 200, 409, 409, 409]);
    });
  },
  {
    MAX_UNPAID_STOCK_PER_CUSTOMER: '100',
    MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: '150',
    TRUST_PROXY: 'true',
    TEST_CLOCK: 'true',
  },
);
