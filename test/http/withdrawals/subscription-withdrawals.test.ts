import { expect } from 'chai';
import {
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Reply['json'];

const DAY = 86_400;

const VIENNA = { name: 'Ada', line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' };

onService(
  'withdrawals from subscriptions',
  ({ app }) => {
    const post = (at: string, body: object = {}, key?: string) =>
      app().call(at, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
    const read = async (at: string): Promise<Json> => (await app().call(at)).json;
    const advance = (days: number) => advanceClock(app(), days * DAY);

    const subscribed = async (fields: object = {}) => {
      const user = await createUser(app(), { addresses: [VIENNA] });
      const subscription = await createSubscription(app(), { user_id: user.id, ...fields });
      return { subscription, user, token: await signIn(app(), user) };
    };

    const stated = async ({ subscription, token }: { subscription: Json; token: string }): Promise<Json> => {
      const reply = await post('/api/withdrawals', { name: 'Ada', subscription_id: subscription.id }, token);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };

    const settled = async ({ id }: Json, status: string, reason: string | null): Promise<Json> => {
      const now = () => read(`/api/withdrawals/${id}`);
      await eventually(`it is ${status} ${reason}`, async () => {
        const found = await now();
        return found.status === status && found.reason === reason;
      });
      return now();
    };

    before(() => app().call('/api/shop', { method: 'PATCH', body: { withdrawal_notice: 'You may withdraw.' } }));

    it('to services wait for the staff, and end them when they are accepted', async () => {
      const own = await subscribed();
      const created = await stated(own);
      expect(created).to.include({ subscription_id: own.subscription.id, order_id: null, verified: true });
      await settled(created, 'received', 'needs_review');
      const accepted = await post(`/api/withdrawals/${created.id}/accept`);
      expect(accepted.json, accepted.text).to.include({ status: 'completed', return_id: null });
      expect(accepted.json.refund_by).to.be.a('string');
      expect(await read(`/api/subscriptions/${own.subscription.id}`)).to.include({ status: 'cancelled' });
      await settled(await stated(own), 'rejected', 'nothing_left');
      const { token } = await subscribed();
      const foreign = { name: 'Eve', subscription_id: own.subscription.id };
      expectProblem(await post('/api/withdrawals', foreign, token), 404, 'not_found');
    });

    it('to services are late after 14 days from the contract', async () => {
      const own = await subscribed();
      await advance(21);
      const rejected = await settled(await stated(own), 'rejected', 'period_ended');
      const days = (new Date(rejected.until).getTime() - new Date(own.subscription.created_at).getTime()) / 86_400_000;
      // the day of the contract is not counted, and the last one may be moved by a weekend
      expect(days).to.be.within(14, 18);
    });

    it('to goods begin with the first delivery, whichever order they are from', async () => {
      const product = await createProduct(app(), { name: 'Coffee box', price: 12, stock: 20 });
      const plan = await createPlan(app(), { product_id: product.id, interval: 'day', interval_count: 7 });
      const own = await subscribed({ plan_id: plan.id, quantity: 1 });
      await advance(8);
      const orders = (await read(`/api/orders?user_id=${own.user.id}`)).data;
      expect(orders).to.have.length(2);
      const [second, first] = orders;
      const withdrawalOf = async ({ id }: Json) => (await read(`/api/orders/${id}`)).withdrawal;
      expect(await withdrawalOf(second)).to.include({ until: null });
      await orderStep(app(), first.id, 'fulfillments', {});
      const { until } = await withdrawalOf(first);
      expect(until).to.be.a('string');
      await advance(8);
      await orderStep(app(), second.id, 'fulfillments', {});
      expect(await withdrawalOf(second)).to.include({ until });
      const created = await stated(own);
      expect(created).to.include({ order_id: first.id, subscription_id: own.subscription.id });
      await settled(created, 'received', 'needs_review');
      const accepted = await post(`/api/withdrawals/${created.id}/accept`);
      expect(accepted.json, accepted.text).to.include({ status: 'accepted', order_id: first.id });
      expect(await read(`/api/returns/${accepted.json.return_id}`)).to.include({ status: 'approved' });
      expect(await read(`/api/subscriptions/${own.subscription.id}`)).to.include({ status: 'cancelled' });
    });
  },
  { TEST_CLOCK: 'true' },
);
