import { expect } from 'chai';
import { createPlan, createSubscription, createUser, posted } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;

type Step = Readonly<{ type: string; at: string; invoice: { total: number; lines: { description: string }[] } | null }>;

onService(
  'the preview of a change of a subscription',
  ({ app }) => {
    const patch = (id: string, query: string, body: object) =>
      app().call(`/api/subscriptions/${id}${query}`, { method: 'PATCH', body });
    const read = async (at: string) => (await app().call(at)).json;
    const advance = (days: number) => advanceClock(app(), days * DAY);
    const totalsOf = (steps: readonly Step[]) => steps.map(({ type, invoice }) => [type, invoice?.total ?? null]);

    it('has the proration on the next invoice, which then is as it was shown', async () => {
      const [small, large] = [await createPlan(app()), await createPlan(app(), { name: 'Large', amount: 30 })];
      const { id, version } = await createSubscription(app(), { plan_id: small.id, quantity: 1 });
      const change = { plan_id: large.id };
      const { status, json, text } = await patch(id, '?dry_run=true', change);
      expect(status, text).to.equal(200);
      expect(json).to.include({ dry_run: true, plan_id: large.id, invoice: null });
      const [renewal] = json.steps as Step[];
      // the credit and the charge of this period, and the next period
      expect(renewal?.invoice?.lines).to.have.length(3);
      expect(await read(`/api/subscriptions/${id}`)).to.include({ plan_id: small.id, version });

      const { json: changed } = await patch(id, '', change);
      expect(changed).not.to.have.any.keys('invoice', 'steps');
      const { steps } = await read(`/api/subscriptions/${id}/upcoming`);
      expect(steps[0].invoice.lines).to.have.length(3);
      await advance(32);
      const [billed] = (await read(`/api/invoices?subscription_id=${id}`)).data;
      expect(billed.total).to.be.within(30, 50);
      expect(billed.lines).to.have.length(3);
    });

    it('depends on the proration', async () => {
      const [small, large] = [await createPlan(app()), await createPlan(app(), { name: 'Large', amount: 30 })];
      const { id } = await createSubscription(app(), { plan_id: small.id, quantity: 1 });
      for (const proration of ['none', 'at_period_end']) {
        const { json } = await patch(id, '?dry_run=true', { plan_id: large.id, proration });
        expect(totalsOf(json.steps), proration).to.deep.equal([['renew', 30]]);
      }
    });

    it('has the invoice that a plan with another interval makes at once', async () => {
      const [monthly, yearly] = [await createPlan(app()), await createPlan(app(), { amount: 100, interval: 'year' })];
      const { id } = await createSubscription(app(), { plan_id: monthly.id, quantity: 1 });
      const { json } = await patch(id, '?dry_run=true', { plan_id: yearly.id, proration: 'none' });
      expect(json.invoice).to.include({ total: 100, currency: 'USD' });
      expect(json.steps.at(-1)).to.include({ type: 'renew' });
      expect((await read(`/api/invoices?subscription_id=${id}`)).data).to.have.length(1);
      await patch(id, '', { plan_id: yearly.id, proration: 'none' });
      const [billed] = (await read(`/api/invoices?subscription_id=${id}`)).data;
      expect(billed.total).to.equal(json.invoice.total);
    });

    it('is refused where the change is', async () => {
      const { id } = await createSubscription(app());
      await app().call(`/api/subscriptions/${id}/cancel`, { method: 'POST' });
      expectProblem(await patch(id, '?dry_run=true', { quantity: 2 }), 409, 'invalid_state');
    });
  },
  { TEST_CLOCK: 'true' },
);

onService('the preview of a new subscription', ({ app }) => {
  const post = (query: string, body: object) => app().call(`/api/subscriptions${query}`, { method: 'POST', body });
  const read = async (at: string) => (await app().call(at)).json;
  const saved = async () => {
    const { id: user_id } = await createUser(app());
    const { id } = await posted(app(), '/api/payment_methods', { user_id, token: 'tok_success' });
    return { user_id, payment_method: { id } };
  };

  it('has the first charge and the next one, and charges nothing', async () => {
    const plan = await createPlan(app(), { amount: 12, setup_amount: 5 });
    const body = { ...(await saved()), plan_id: plan.id, quantity: 2 };
    const { status, json, text } = await post('?dry_run=true', body);
    expect(status, text).to.equal(201);
    expect(json).to.include({ dry_run: true, status: 'active' });
    expect(json.emits).to.include('subscription.created');
    const [renewal] = json.steps as Step[];
    expect(renewal).to.include({ type: 'renew' });
    for (const list of ['subscriptions', 'invoices', 'payments']) {
      expect((await read(`/api/${list}?user_id=${body.user_id}`)).data, list).to.deep.equal([]);
    }
    const created = await post('', body);
    expect(created.status, created.text).to.equal(201);
    expect(created.json).not.to.have.any.keys('invoice', 'steps');
    const [billed] = (await read(`/api/invoices?user_id=${body.user_id}`)).data;
    expect(json.invoice.total).to.equal(billed.total);
    const { steps } = await read(`/api/subscriptions/${created.json.id}/upcoming`);
    expect(renewal?.invoice?.total).to.equal(steps[0].invoice.total);
  });

  it('bills nothing in a trial, needs something to charge, and saves no payment method', async () => {
    const { user_id, payment_method } = await saved();
    const { id: plan_id } = await createPlan(app(), { amount: 12 });
    const trial = await post('?dry_run=true', { user_id, payment_method, plan_id, trial_days: 7 });
    expect(trial.json).to.include({ status: 'trialing', invoice: null });
    const other = { user_id: (await createUser(app())).id, plan_id };
    expect((await post('?dry_run=true', { ...other, collection: 'send' })).json.invoice).to.be.an('object');
    expectProblem(await post('?dry_run=true', other), 422, 'validation_failed');
    const token = { ...other, payment_method: { token: 'tok_success' } };
    expectProblem(await post('?dry_run=true', token), 422, 'dry_run_unsupported');
  });
});
