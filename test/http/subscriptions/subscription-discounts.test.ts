import { expect } from 'chai';
import { createPlan, createSubscription, createUser } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const MONTH_SECONDS = 32 * 86_400;

onService(
  'the uses of discounts by subscriptions',
  ({ app }) => {
    const post = (at: string, body: object) => app().call(at, { method: 'POST', body });
    const patch = (at: string, body: object) => app().call(at, { method: 'PATCH', body });
    const createCode = async (code: string, limits: object) => {
      const body = { name: 'Discount', kind: 'percent', percent: 50, combinable: true, code, ...limits };
      const reply = await post('/api/discounts', body);
      expect(reply.status, reply.text).to.equal(201);
      const usesOf = async (): Promise<number> => (await app().call(`/api/discounts/${reply.json.id}`)).json.uses;
      return { discount_codes: [code], usesOf };
    };
    const subscribing = async (fields: object, token = 'tok_success') => {
      const [plan, user] = [await createPlan(app()), await createUser(app())];
      const body = { user_id: user.id, plan_id: plan.id, payment_method: { token }, ...fields };
      return () => post('/api/subscriptions', body);
    };
    const expectUsedUp = (reply: Awaited<ReturnType<typeof post>>) => {
      const problem = expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/discount_codes/0']);
    };

    it('count once for each subscription, which keeps its discount when others have used it up', async () => {
      const { discount_codes, usesOf } = await createCode('TWICE', { max_uses: 2 });
      const { id } = await createSubscription(app(), { discount_codes });
      await createSubscription(app(), { discount_codes });
      expect(await usesOf()).to.equal(2);
      expectUsedUp(await (await subscribing({ discount_codes }))());
      expectUsedUp(await (await subscribing({ discount_codes, trial_days: 3 }))());
      await advanceClock(app(), MONTH_SECONDS);
      const { json } = await app().call(`/api/invoices?subscription_id=${id}`);
      const [last, first] = json.data.map(({ total }: { total: number }) => total);
      expect(last).to.equal(first);
      expect(await usesOf()).to.equal(2);
    });

    it('are limited for each customer', async () => {
      const { discount_codes } = await createCode('ONCE-EACH', { max_uses_per_customer: 1 });
      const user = await createUser(app());
      const own = { user_id: user.id, discount_codes };
      await createSubscription(app(), own);
      expectUsedUp(await (await subscribing(own))());
      await createSubscription(app(), { discount_codes });
    });

    it('are returned when the first charge is declined', async () => {
      const { discount_codes, usesOf } = await createCode('RETURNED', { max_uses: 1 });
      expect((await (await subscribing({ discount_codes }, 'tok_declined'))()).status).to.equal(402);
      expect(await usesOf()).to.equal(0);
      await createSubscription(app(), { discount_codes });
      expect(await usesOf()).to.equal(1);
    });

    it('are claimed by the first invoice after a change, and kept when the code is removed', async () => {
      const { discount_codes, usesOf } = await createCode('LATER', { max_uses: 1 });
      const [first, second] = [await createSubscription(app()), await createSubscription(app())];
      const change = ({ id }: { id: string }, codes: readonly string[]) =>
        patch(`/api/subscriptions/${id}`, { discount_codes: codes });
      for (const codes of [discount_codes, [], discount_codes]) {
        const reply = await change(first, codes);
        expect(reply.status, reply.text).to.equal(200);
        expect(await usesOf()).to.equal(0);
      }
      await advanceClock(app(), MONTH_SECONDS);
      expect(await usesOf()).to.equal(1);
      expect((await change(first, [])).status).to.equal(200);
      expect(await usesOf()).to.equal(1);
      expectUsedUp(await change(second, discount_codes));
    });

    it('are claimed by none of quantity 0 that is not charged, nor by a trial before its first invoice', async () => {
      const { discount_codes, usesOf } = await createCode('HELD', { max_uses: 1 });
      const empty = await createSubscription(app(), { quantity: 0 });
      expect((await patch(`/api/subscriptions/${empty.id}`, { discount_codes })).status).to.equal(200);
      const trials = [];
      for (const trial_days of [1, 1]) trials.push(await createSubscription(app(), { discount_codes, trial_days }));
      const ended = await createSubscription(app(), { discount_codes, trial_days: 1 });
      expect((await post(`/api/subscriptions/${ended.id}/cancel`, {})).status).to.equal(200);
      expect(await usesOf()).to.equal(0);
      // the first of the trials to be charged gets it, the other one goes on without
      await advanceClock(app(), 2 * 86_400);
      const invoices = await Promise.all(trials.map(({ id }) => app().call(`/api/invoices?subscription_id=${id}`)));
      const discounts = invoices.map(({ json }) => json.data.map(({ discount }: { discount: number }) => discount));
      expect(discounts.map((each) => each.length)).to.deep.equal([1, 1]);
      expect(discounts.flat().filter((discount) => discount > 0)).to.have.length(1);
      expect(await usesOf()).to.equal(1);
      expect((await post(`/api/subscriptions/${empty.id}/cancel`, {})).status).to.equal(200);
      expect(await usesOf()).to.equal(1);
    });

    it('are returned when it has ended and no invoice with them is paid or may be', async () => {
      const [unpaid, paid] = [await createCode('UNPAID', { max_uses: 2 }), await createCode('PAID', { max_uses: 2 })];
      const codes = { discount_codes: [...unpaid.discount_codes, ...paid.discount_codes] };
      const never = await createSubscription(app(), { ...codes, collection: 'send', payment_method: undefined });
      const once = await createSubscription(app(), { discount_codes: paid.discount_codes });
      expect([await unpaid.usesOf(), await paid.usesOf()]).to.deep.equal([1, 2]);
      expect((await post(`/api/subscriptions/${never.id}/cancel`, {})).status).to.equal(200);
      expect([await unpaid.usesOf(), await paid.usesOf()]).to.deep.equal([1, 2]);
      expect((await post(`/api/invoices/${never.latest_invoice_id}/void`, {})).status).to.equal(200);
      expect([await unpaid.usesOf(), await paid.usesOf()]).to.deep.equal([0, 1]);
      expect((await post(`/api/subscriptions/${once.id}/cancel`, {})).status).to.equal(200);
      expect(await paid.usesOf()).to.equal(1);
    });

    it('are claimed after a change whose quantity meets the condition of the code', async () => {
      const { discount_codes, usesOf } = await createCode('TEN-SEATS', { min_quantity: 10 });
      const { id } = await createSubscription(app(), { quantity: 10 });
      expect((await patch(`/api/subscriptions/${id}`, { discount_codes })).status).to.equal(200);
      await advanceClock(app(), MONTH_SECONDS);
      expect(await usesOf()).to.equal(1);
    });

    it('are returned when a first charge that waits for its payer is cancelled, also after the code was removed', async () => {
      const { discount_codes, usesOf } = await createCode('WAITING', { max_uses: 1 });
      const reply = await (await subscribing({ discount_codes }, 'tok_requires_action'))();
      expect([reply.status, reply.json.status], reply.text).to.deep.equal([201, 'incomplete']);
      expect(await usesOf()).to.equal(1);
      await patch(`/api/subscriptions/${reply.json.id}`, { discount_codes: [] });
      expect((await post(`/api/subscriptions/${reply.json.id}/cancel`, {})).status).to.equal(200);
      expect(await usesOf()).to.equal(0);
      await patch(`/api/subscriptions/${reply.json.id}`, { discount_codes });
      expect(await usesOf()).to.equal(0);
    });

    it('are allowed for usage that is not known yet, also where the first units are free', async () => {
      const { discount_codes, usesOf } = await createCode('METERED', {});
      const tiers = [
        { up_to: 1000, unit_amount: 0 },
        { up_to: null, unit_amount: 0.5 },
      ];
      const plan = await createPlan(app(), { pricing: 'graduated', usage: 'sum', amount: undefined, tiers });
      const { id } = await createSubscription(app(), { plan_id: plan.id, discount_codes });
      const later = await createSubscription(app(), { plan_id: plan.id });
      const change = await patch(`/api/subscriptions/${later.id}`, { discount_codes });
      expect(change.status, change.text).to.equal(200);
      expect(await usesOf()).to.equal(0);
      const { json } = await app().call(`/api/subscriptions/${id}`);
      expect(json.discount_codes).to.deep.equal(discount_codes);
    });

    it('are granted to one of several that race for the last', async () => {
      const { discount_codes, usesOf } = await createCode('LAST', { max_uses: 1 });
      const racers = await Promise.all(
        ['charge', 'send', 'charge', 'send'].map((collection) => subscribing({ discount_codes, collection })),
      );
      const replies = await Promise.all(racers.map((subscribe) => subscribe()));
      expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([201, 422, 422, 422]);
      expect(await usesOf()).to.equal(1);
    });
  },
  { TEST_CLOCK: 'true' },
);
