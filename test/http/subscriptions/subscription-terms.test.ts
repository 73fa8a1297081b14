import { expect } from 'chai';
import { createPlan, createSubscription, createUser } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;

onService(
  'what the later invoices of subscriptions depend on',
  ({ app }) => {
    const post = (at: string, body: object) => app().call(at, { method: 'POST', body });
    const patch = (at: string, body: object) => app().call(at, { method: 'PATCH', body });
    const read = async (at: string) => (await app().call(at)).json;
    const totalsOf = async (id: string): Promise<number[]> =>
      (await read(`/api/invoices?subscription_id=${id}`)).data.map(({ total }: { total: number }) => total);
    const advance = (days: number) => advanceClock(app(), days * DAY);
    const createCode = async (fields: object): Promise<string> => {
      const body = { name: 'Discount', kind: 'percent', combinable: true, ...fields };
      const reply = await post('/api/discounts', body);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json.code;
    };

    it('is refused in a change when no invoice can be made with it', async () => {
      const dear = await createPlan(app(), { amount: 1000 });
      const { id } = await createSubscription(app());
      const changes: [object, string][] = [
        [{ tax_id: '!!!' }, '/tax_id'],
        [{ discount_codes: ['UNKNOWN'] }, '/discount_codes/0'],
        [{ plan_id: dear.id, quantity: 1_000_000_000 }, '/quantity'],
        [{ plan_id: dear.id, quantity: 1_000_000_000, proration: 'none' }, '/quantity'],
        [{ plan_id: dear.id, quantity: 1_000_000_000, proration: 'at_period_end' }, '/quantity'],
      ];
      for (const [change, path] of changes) {
        const reply = await patch(`/api/subscriptions/${id}`, change);
        const problem = expectProblem(reply, 422, 'validation_failed');
        expect(errorPathsOf(problem), JSON.stringify(change)).to.deep.equal([path]);
      }
      expect((await read(`/api/subscriptions/${id}`)).version).to.equal(2);
    });

    it('is refused when its first invoice, or that after its trial, costs too much', async () => {
      const dear = await createPlan(app(), { pricing: 'flat', amount: 999_999_999_999.99, setup_amount: 1 });
      const user = await createUser(app());
      const body = { user_id: user.id, plan_id: dear.id, payment_method: { token: 'tok_success' } };
      for (const fields of [{}, { trial_days: 3 }, { collection: 'send' }]) {
        const problem = expectProblem(
          await post('/api/subscriptions', { ...body, ...fields }),
          422,
          'validation_failed',
        );
        expect(errorPathsOf(problem)).to.deep.equal(['/quantity']);
      }
      const seats = await createPlan(app(), { amount: 999_999_999_999.99 });
      const { id } = await createSubscription(app(), { plan_id: seats.id, quantity: 0 });
      // the rest of this period and the next period are on one invoice
      const change = await patch(`/api/subscriptions/${id}`, { quantity: 1 });
      expect(errorPathsOf(expectProblem(change, 422, 'validation_failed'))).to.deep.equal(['/quantity']);
    });

    it('has the billing address of the subscription, which decides the tax, or the first one of the user', async () => {
      const rates = [
        ['NL', 21],
        ['FI', 25],
      ] as const;
      for (const [country, percent] of rates) {
        expect((await post('/api/tax_rates', { name: `VAT ${country}`, country, percent })).status).to.equal(201);
      }
      const user = await createUser(app(), { addresses: [{ line1: 'Damrak 1', city: 'Amsterdam', country: 'NL' }] });
      const address = { name: 'Aino', line1: 'Esplanadi 2', city: 'Helsinki', country: 'FI' };
      const created = await createSubscription(app(), { user_id: user.id, quantity: 10, billing_address: address });
      const { id, billing_address: shown } = created;
      expect(shown).to.deep.equal({
        company: null,
        line2: null,
        state: null,
        postal_code: null,
        phone: null,
        ...address,
      });
      const latest = async () => (await read(`/api/invoices?subscription_id=${id}`)).data[0];
      expect(await latest()).to.deep.include({ total: 125, billing_address: shown });
      const change = (fields: object | null) => patch(`/api/subscriptions/${id}`, { billing_address: fields });
      expect((await change({ city: 'Espoo' })).json.billing_address).to.deep.equal({ ...shown, city: 'Espoo' });
      for (const [fields, path] of [
        [{ line1: null }, '/billing_address/line1'],
        [{ country: 'XX' }, '/billing_address/country'],
      ] as const) {
        expect(errorPathsOf(expectProblem(await change(fields), 422, 'validation_failed'))).to.deep.equal([path]);
      }
      await advance(32);
      expect((await latest()).billing_address.city).to.equal('Espoo');
      expect((await change(null)).json.billing_address).to.equal(null);
      await advance(31);
      expect(await latest()).to.deep.include({ total: 121 });
      expect((await latest()).billing_address.city).to.equal('Amsterdam');
    });

    it('is left out once it has become invalid, and the rest stays', async () => {
      const { now } = await read('/api/test_clock');
      const lasting = await createCode({ code: 'LASTING', percent: 50 });
      const soon = new Date(Date.parse(now) + 10 * DAY * 1000).toISOString();
      const expiring = await createCode({ code: 'EXPIRING', percent: 10, valid_to: soon });
      const user = await createUser(app());
      const { id } = await createSubscription(app(), {
        user_id: user.id,
        tax_id: '12-3456789',
        discount_codes: [lasting, expiring],
      });
      expect(await totalsOf(id)).to.deep.equal([13.5]);
      const moved = await patch(`/api/users/${user.id}`, {
        addresses: [{ name: 'Ada', line1: 'Weg 1', city: 'Berlin', postal_code: '10115', country: 'DE' }],
      });
      expect(moved.status, moved.text).to.equal(200);
      await advance(32);
      expect(await totalsOf(id)).to.deep.equal([15, 13.5]);
      // a code that has expired does not stand in the way of other changes
      expect((await patch(`/api/subscriptions/${id}`, { quantity: 4 })).status).to.equal(200);
    });

    it('counts in the credit of a period that was billed with it, also when it is removed before', async () => {
      const half = await createCode({ code: 'HALF-OFF', percent: 50 });
      const free = await createCode({ code: 'ALL-OFF', percent: 100 });
      const plan = await createPlan(app(), { interval: 'day', interval_count: 30 });
      const nextTotal = async (id: string): Promise<number> =>
        (await read(`/api/subscriptions/${id}/upcoming`)).steps[0].invoice.total;
      const start = (code: string) =>
        createSubscription(app(), { plan_id: plan.id, quantity: 10, discount_codes: [code] });
      const [smaller, removed, never] = [await start(half), await start(half), await start(free)];
      await advance(15);
      const change = async ({ id }: { id: string }, body: object) =>
        expect((await patch(`/api/subscriptions/${id}`, body)).status).to.equal(200);
      await change(smaller, { quantity: 8 });
      // 25 is left of the 50 that were paid; then half of 40 and half of 80
      expect(await nextTotal(smaller.id)).to.equal(-25 + 20 + 40);
      await change(removed, { discount_codes: [] });
      await change(removed, { quantity: 8 });
      expect(await nextTotal(removed.id)).to.equal(-25 + 40 + 80);
      await change(never, { discount_codes: [], quantity: 1 });
      expect(await nextTotal(never.id)).to.equal(5 + 10);
    });

    it('applies at once where a change begins a new period', async () => {
      const yearly = await createPlan(app(), { interval: 'year', amount: 100 });
      const code = await createCode({ code: 'AT-ONCE', percent: 50 });
      const { id } = await createSubscription(app(), { quantity: 0 });
      await patch(`/api/subscriptions/${id}`, { plan_id: yearly.id, quantity: 1, discount_codes: [code] });
      expect(await totalsOf(id)).to.deep.equal([50, 0]);
    });
  },
  { TEST_CLOCK: 'true' },
);
