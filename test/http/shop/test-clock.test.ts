import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { advanceClock, untilClockIsReady } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const DAY = 86_400;

onService(
  'the test clock',
  ({ app, storage }) => {
    const advance = (body: object) => app().call('/api/test_clock', { method: 'POST', body });
    /** The clock once it has advanced, which takes longer than the response on a busy machine. */
    const advanced = async (body: object) => {
      const { status, json, text } = await advance(body);
      expect(status, text).to.be.oneOf([200, 202]);
      if (status === 200) return json;
      await untilClockIsReady(app());
      return (await app().call('/api/test_clock')).json;
    };
    const now = async (): Promise<number> => Date.parse((await app().call('/api/test_clock')).json.now);

    it('advances business time by seconds or to a time', async () => {
      const before = await now();
      const clock = await advanced({ advance_seconds: 3 * DAY });
      expect(clock).to.include({ object: 'test_clock', status: 'ready', target: null });
      expect(Date.parse(clock.now) - before).to.be.within(3 * DAY * 1000, 3 * DAY * 1000 + 30_000);
      const target = new Date((await now()) + 60_000).toISOString();
      expect(Date.parse((await advanced({ now: target })).now)).to.be.at.least(Date.parse(target));
      const product = await createProduct(app());
      expect(Date.parse(product.created_at)).to.be.at.least(Date.parse(target));
    });

    it('does what falls due, in the order of its times', async () => {
      const product = await createProduct(app(), { stock: 10 });
      const order = await createOrder(app(), { items: itemsOf([product], 4) });
      const invoice = await createInvoice(app());
      await advanceClock(app(), 20 * DAY);
      const expired = (await app().call(`/api/orders/${order.id}`)).json;
      expect(expired.status).to.equal('cancelled');
      expect(Date.parse(expired.cancelled_at) - Date.parse(order.expires_at)).to.be.within(0, 60_000);
      expect((await app().call(`/api/products/${product.id}`)).json.stock).to.equal(10);
      const overdue = (await app().call(`/api/invoices/${invoice.id}`)).json;
      expect(Date.parse(overdue.overdue_at) - Date.parse(invoice.due_at)).to.be.within(0, 60_000);
    });

    it('leaves sessions and keys in real time', async () => {
      const token = await signIn(app(), await createUser(app()));
      await advanceClock(app(), 366 * DAY);
      expect((await app().call('/api/users/me', { key: token })).status).to.equal(200);
    });

    it('never turns back, and takes one way to advance', async () => {
      const past = { now: new Date((await now()) - 1000).toISOString() };
      expect(errorPathsOf(expectProblem(await advance(past), 422, 'validation_failed'))).to.deep.equal(['/now']);
      for (const body of [{}, { advance_seconds: 0 }, { advance_seconds: -1 }, { advance_seconds: 1, now: past.now }]) {
        expectProblem(await advance(body), 422, 'validation_failed');
      }
      const far = { now: new Date((await now()) + 20 * 366 * DAY * 1000).toISOString() };
      expectProblem(await advance(far), 422, 'validation_failed');
    });

    it('responds within a second whatever falls due, and shows how it goes on', async () => {
      const { id: user_id } = await createUser(app());
      const plan = await createPlan(app(), { interval: 'day' });
      const method = { user_id, token: 'tok_success' };
      const { json } = await app().call('/api/payment_methods', { method: 'POST', body: method });
      for (let made = 0; made < 10; made += 1) {
        await createSubscription(app(), { plan_id: plan.id, user_id, payment_method: { id: json.id } });
      }
      const days = storage === 'memory' ? 100 : 20;
      const before = await now();
      const from = performance.now();
      const reply = await advance({ advance_seconds: days * DAY });
      expect(performance.now() - from).to.be.below(1_000);
      expect([reply.status, reply.json.status]).to.deep.equal([202, 'advancing']);
      const times = [];
      for (let clock = reply.json; clock.status !== 'ready'; clock = (await app().call('/api/test_clock')).json) {
        expect(Date.parse(clock.target) - before).to.be.within(days * DAY * 1000, days * DAY * 1000 + 30_000);
        times.push(Date.parse(clock.now));
        const read = performance.now();
        await app().call('/api/products?limit=1');
        expect(performance.now() - read).to.be.below(1_000);
        await sleep(20);
      }
      expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
      expect(new Set(times).size).to.be.above(3);
      const invoices = await app().call(`/api/invoices?user_id=${user_id}&limit=1&include_total=true`);
      expect(invoices.json.total).to.equal(10 * (days + 1));
    });

    it('has no dry run', async () => {
      const reply = await app().call('/api/test_clock?dry_run=true', { method: 'POST', body: { advance_seconds: 1 } });
      expectProblem(reply, 422, 'dry_run_unsupported');
    });

    it('refuses to advance while it advances', async () => {
      const replies = await Promise.all([advance({ advance_seconds: DAY }), advance({ advance_seconds: DAY })]);
      const statuses = replies.map(({ status }) => status).toSorted();
      // 202 where a day takes more than a second: then the other one is refused, or has come before
      expect(['200,200', '200,202', '200,409', '202,409']).to.include(statuses.join());
    });
  },
  { TEST_CLOCK: 'true' },
);

onStorage('memory', 'a service without a test clock', ({ app }) => {
  it('has none to read or to advance', async () => {
    expectProblem(await app().call('/api/test_clock'), 404, 'not_found');
    const body = { advance_seconds: 1 };
    expectProblem(await app().call('/api/test_clock', { method: 'POST', body }), 404, 'not_found');
  });
});
