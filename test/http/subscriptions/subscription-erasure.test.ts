import { expect } from 'chai';
import { createPlan, createProduct, createUser, stockOf } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;
const MARK = 'Quillfeather';

onService(
  'subscriptions of an erased user',
  ({ app, storage, databaseUrl }) => {
    const post = (at: string, body: object = {}, headers: Record<string, string> = {}) =>
      app().call(at, { method: 'POST', body, headers });
    const read = async (at: string) => (await app().call(at)).json;
    const eventsOf = async (id: string): Promise<{ type: string; resource_id: string }[]> =>
      (await read('/api/events?limit=100')).data.filter((event: { resource_id: string }) => event.resource_id === id);

    it('are exported, and then cancelled by an erasure that leaves no personal data', async () => {
      const product = await createProduct(app(), { stock: 20 });
      const plan = await createPlan(app(), { product_id: product.id });
      const { id } = await createUser(app(), { name: MARK, addresses: [{ line1: MARK, country: 'US' }] });
      const body = {
        user_id: id,
        plan_id: plan.id,
        metadata: { note: MARK },
        tax_id: MARK.toUpperCase(),
        billing_address: { line1: MARK, country: 'US' },
      };
      const request = (token: string, fields: object = {}) => {
        const headers = { 'Idempotency-Key': `${MARK}-${token}` };
        return post('/api/subscriptions', { ...body, payment_method: { token }, ...fields }, headers);
      };
      const begin = async (token: string, fields: object = {}) => {
        const reply = await request(token, fields);
        expect(reply.status, reply.text).to.equal(201);
        return reply.json;
      };
      const active = await begin('tok_success');
      const incomplete = await begin('tok_requires_action', { quantity: 5 });
      const trial = await begin('tok_slow', { trial_days: 30, payment_method: undefined });
      expect(await stockOf(app(), product)).to.equal(14);
      const exported = await read(`/api/users/${id}/export`);
      expect(exported.subscriptions).to.deep.equal([trial, incomplete, active]);
      expect(exported.events.map((event: { resource_id: string }) => event.resource_id)).to.include.members([
        active.id,
        incomplete.id,
        trial.id,
      ]);

      expect((await app().call(`/api/users/${id}`, { method: 'DELETE' })).status).to.equal(204);
      expect(await stockOf(app(), product)).to.equal(19);
      for (const subscription of [active, incomplete, trial]) {
        const erased = await read(`/api/subscriptions/${subscription.id}`);
        expect(erased).to.deep.include({
          status: 'cancelled',
          metadata: {},
          tax_id: null,
          billing_address: null,
          next_action: null,
        });
        const events = await eventsOf(subscription.id);
        expect(events[0]?.type).to.equal('subscription.cancelled');
        expect(JSON.stringify(events)).not.to.match(/quillfeather/i);
      }
      if (storage === 'postgres') {
        const rows = await runSql(databaseUrl(), 'select * from subscriptions');
        expect(JSON.stringify(rows)).not.to.match(/quillfeather/i);
      }
      // the recorded responses are erased, too
      expect((await request('tok_success')).json).to.deep.equal({ object: 'erased_answer' });
      const { data } = await read(`/api/invoices?subscription_id=${incomplete.id}`);
      expect(data[0]).to.include({ status: 'void', number: null });
      expect(JSON.stringify(await read('/api/audit_log?limit=100'))).not.to.match(/quillfeather/i);
      const before = (await read('/api/invoices?include_total=true')).total;
      await advanceClock(app(), 70 * DAY);
      expect((await read('/api/invoices?include_total=true')).total).to.equal(before);
    });
  },
  { TEST_CLOCK: 'true' },
);
