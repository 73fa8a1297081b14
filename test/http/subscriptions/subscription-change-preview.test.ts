import { expect } from 'chai';
import { createPlan, createSubscription } from '../../support/builders/resources.ts';
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
