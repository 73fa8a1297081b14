import { expect } from 'chai';
import {
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  stockOf,
} from '../../support/builders/resources.ts';
import { advanceClock, advanceClockTo, untilClockIsReady } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const DAY = 86_400;

onStorage(
  'postgres',
  'concurrent requests about subscriptions',
  ({ app, databaseUrl }) => {
    const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
    const read = async (at: string) => (await app().call(at)).json;
    const advance = (seconds: number) => advanceClock(app(), seconds);
    const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted();

    afterEach(async () => {
      expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
      const [gaps] = await runSql(
        databaseUrl(),
        'select count(number)::integer = count(distinct number)::integer as unique from invoices',
      );
      expect(gaps?.['unique']).to.equal(true);
    });

    it('start no more subscriptions than there are goods', async () => {
      const product = await createProduct(app(), { stock: 5 });
      const plan = await createPlan(app(), { product_id: product.id });
      const users = await Promise.all(Array.from({ length: 12 }, () => createUser(app())));
      const replies = await Promise.all(
        users.map(({ id }, index) =>
          post('/api/subscriptions', {
            user_id: id,
            plan_id: plan.id,
            payment_method: { token: index % 4 === 3 ? 'tok_declined' : 'tok_success' },
          }),
        ),
      );
      const begun = replies.filter(({ status }) => status === 201);
      expect(statuses(replies).every((status) => [201, 402, 409].includes(status))).to.equal(true);
      expect(await stockOf(app(), product)).to.equal(5 - begun.length);
      expect(begun.length).to.be.within(1, 5);
      for (const { json } of begun) expect(json.status).to.equal('active');
      const [stored] = await runSql(
        databaseUrl(),
        `select count(*)::integer as count from subscriptions where plan_id = '${plan.id}'`,
      );
      expect(stored?.['count']).to.equal(begun.length);
    });

    it('send the goods of a renewal that is paid while the subscription is cancelled, or keep the money of none', async () => {
      const product = await createProduct(app(), { stock: 100 });
      const plan = await createPlan(app(), { product_id: product.id });
      const renewed = await Promise.all(
        Array.from({ length: 8 }, () =>
          createSubscription(app(), { plan_id: plan.id, payment_method: { token: 'tok_saved_then_declined' } }),
        ),
      );
      const ends = renewed.map(({ current_period_end: end }) => end);
      await advanceClockTo(app(), ends.toSorted().at(-1));
      const results = await Promise.all(
        renewed.map(async ({ id, user_id: user }) => {
          const [invoice] = (await read(`/api/invoices?subscription_id=${id}`)).data;
          const payment = { payment_method: { token: 'tok_success' } };
          const [cancelled, paid] = await Promise.all([
            post(`/api/subscriptions/${id}/cancel`),
            post(`/api/invoices/${invoice.id}/pay`, payment),
          ]);
          expect([cancelled.status, paid.status], cancelled.text + paid.text).to.deep.equal([200, 200]);
          const { data: orders } = await read(`/api/orders?user_id=${user}`);
          return [(await read(`/api/invoices/${invoice.id}`)).status, orders.length];
        }),
      );
      expect(results).to.deep.equal(renewed.map(() => ['paid', 2]));
      const sold = renewed.length * 2 * (renewed[0]?.quantity ?? 0);
      expect(await stockOf(app(), product)).to.equal(100 - sold);
    });

    it('send the goods of a renewal whose payment waits for the gateway at the cancellation', async () => {
      const product = await createProduct(app(), { stock: 10 });
      const plan = await createPlan(app(), { product_id: product.id });
      const subscription = await createSubscription(app(), {
        plan_id: plan.id,
        quantity: 1,
        payment_method: { token: 'tok_saved_then_declined' },
      });
      await advanceClockTo(app(), subscription.current_period_end);
      const [invoice] = (await read(`/api/invoices?subscription_id=${subscription.id}`)).data;
      const paying = post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_slow' } });
      const isAsked = async () =>
        (await read(`/api/payments?invoice_id=${invoice.id}&status=processing`)).data.length > 0;
      await eventually('the gateway is asked', isAsked);
      expect((await post(`/api/subscriptions/${subscription.id}/cancel`)).status).to.equal(200);
      expect(await stockOf(app(), product)).to.equal(9);
      await paying;
      const isPaid = async () => (await read(`/api/invoices/${invoice.id}`)).status === 'paid';
      await eventually('the invoice is paid', isPaid);
      expect((await read(`/api/orders?user_id=${subscription.user_id}`)).data).to.have.length(2);
      expect(await stockOf(app(), product)).to.equal(8);
    });

    it('take each step of a subscription once, also beside its renewal', async () => {
      const { id } = await createSubscription(app());
      const cancels = await Promise.all(Array.from({ length: 8 }, () => post(`/api/subscriptions/${id}/skip`)));
      expect(new Set(statuses(cancels))).to.deep.equal(new Set([200]));
      await post(`/api/subscriptions/${id}/resume`);
      const plan = await createPlan(app(), { amount: 30, interval: 'year' });
      const patch = (body: object) => app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body });
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, (_, index) => patch({ quantity: index + 4 })),
        ...Array.from({ length: 4 }, () => patch({ plan_id: plan.id })),
        post('/api/test_clock', { advance_seconds: 32 * DAY }),
      ]);
      expect(statuses(replies).every((status) => [200, 202, 409].includes(status))).to.equal(true);
      await untilClockIsReady(app());
      const { data } = await read(`/api/invoices?subscription_id=${id}`);
      const versions = await runSql(
        databaseUrl(),
        `select subscription_version from invoices where subscription_id = '${id}'`,
      );
      expect(new Set(versions.map((row) => row['subscription_version'])).size).to.equal(data.length);
      const ends = await Promise.all(Array.from({ length: 8 }, () => post(`/api/subscriptions/${id}/cancel`)));
      expect(statuses(ends)).to.deep.equal([200, ...Array(7).fill(409)]);
    });

    it('leave no subscription to an erased user', async () => {
      for (let round = 0; round < 5; round += 1) {
        const plan = await createPlan(app());
        const { id } = await createUser(app());
        const body = { user_id: id, plan_id: plan.id, payment_method: { token: 'tok_success' } };
        const [begun, erased] = await Promise.all([
          post('/api/subscriptions', body),
          app().call(`/api/users/${id}`, { method: 'DELETE' }),
        ]);
        expect(erased.status, erased.text).to.equal(204);
        expect(begun.status, begun.text).to.be.oneOf([201, 404, 409, 422]);
        const { data } = await read(`/api/subscriptions?user_id=${id}`);
        for (const { status } of data) expect(status).to.equal('cancelled');
      }
    });

    it('give a customer one trial, and no more subscriptions than the plan allows', async () => {
      for (const [fields, trials, all] of [
        [{ trial_days: 14 }, 1, 8],
        [{ trial_days: 14, max_per_customer: 3 }, 1, 3],
        [{ max_per_customer: 2 }, 0, 2],
      ] as const) {
        const product = await createProduct(app(), { stock: null });
        const plans = [
          await createPlan(app(), { product_id: product.id, ...fields }),
          await createPlan(app(), { product_id: product.id, ...fields, interval: 'year' }),
        ];
        const { id } = await createUser(app());
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            post('/api/subscriptions', {
              user_id: id,
              plan_id: plans[index % 2]?.id,
              payment_method: { token: 'tok_success' },
            }),
          ),
        );
        for (const { status, text } of replies) expect(status, text).to.be.oneOf([201, 422]);
        const { data } = await read(`/api/subscriptions?user_id=${id}`);
        const ofStatus = (wanted: string) => data.filter(({ status }: { status: string }) => status === wanted).length;
        expect([ofStatus('trialing'), data.length], JSON.stringify(fields)).to.deep.equal([trials, all]);
        expect(ofStatus('active')).to.equal(all - trials);
      }
    });

    it('record usage of a key once', async () => {
      const plan = await createPlan(app(), { usage: 'sum' });
      const { id } = await createSubscription(app(), { plan_id: plan.id });
      const batch = Array.from({ length: 50 }, (_, index) => ({ subscription_id: id, key: `k${index}`, quantity: 2 }));
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          post('/api/usage_records', { records: index % 2 === 0 ? batch : batch.toReversed() }),
        ),
      );
      expect(new Set(statuses(replies))).to.deep.equal(new Set([200]));
      const { steps } = await read(`/api/subscriptions/${id}/upcoming`);
      expect(steps[1].invoice.total).to.equal(1_000);
    });

    it('bill late usage once, however many report it while the billing runs', async () => {
      const plan = await createPlan(app(), { usage: 'sum', interval: 'day' });
      const subscription = await createSubscription(app(), { plan_id: plan.id });
      const { id, current_period_start: at } = subscription;
      await advance(DAY + 2 * 3_600);
      const late = (key: string) => ({ subscription_id: id, key, quantity: 1, at });
      const advanced = advance(DAY);
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          post('/api/usage_records', { records: [late(`k${index}`), late(`k${index % 3} again`)] }),
        ),
      );
      await advanced;
      expect(new Set(statuses(replies))).to.deep.equal(new Set([200]));
      await advance(2 * DAY);
      const { data } = await read(`/api/invoices?subscription_id=${id}`);
      expect(data.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).to.equal(150);
    });
  },
  { TEST_CLOCK: 'true' },
);
