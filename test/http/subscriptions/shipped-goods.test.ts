import { expect } from 'chai';
import { createPlan, createProduct, createUser, signIn } from '../../support/builders/resources.ts';
import { advanceClock, advanceClockTo } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const MONTH_SECONDS = 32 * 86_400;
const PORTUGAL = { line1: 'Rua 1', city: 'Lisboa', country: 'PT' };
const NEW_YORK = { line1: '5th Av', city: 'New York', state: 'NY', country: 'US' };

onService(
  'the tax of goods of subscriptions',
  ({ app }) => {
    const post = (at: string, body: object) => app().call(at, { method: 'POST', body });
    const patch = (at: string, body: object) => app().call(at, { method: 'PATCH', body });
    const taxesOf = async (id: string): Promise<number[]> =>
      (await app().call(`/api/invoices?subscription_id=${id}`)).json.data.map(({ tax }: { tax: number }) => tax);
    const aPlan = async (stock: number | null) =>
      createPlan(app(), { amount: 100, product_id: (await createProduct(app(), { stock })).id });
    const aBuyer = async (addresses: readonly object[]) => {
      const user = await createUser(app());
      expect((await patch(`/api/users/${user.id}`, { addresses })).status).to.equal(200);
      return user;
    };
    const subscribe = (user: { id: string }, plan: { id: string }, fields: object) =>
      post('/api/subscriptions', {
        ...{ user_id: user.id, plan_id: plan.id, quantity: 1 },
        ...{ payment_method: { token: 'tok_success' }, ...fields },
      });
    const subscribed = async (...request: Parameters<typeof subscribe>): Promise<string> => {
      const reply = await subscribe(...request);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json.id;
    };

    before(async () => {
      const rate = { name: 'IVA', percent: 23, country: 'PT' };
      expect((await post('/api/tax_rates', rate)).status).to.equal(201);
    });

    it('is that of where they are shipped, in each period and after a change of the billing address', async () => {
      const plan = await aPlan(100);
      const toPortugal = await subscribed(await aBuyer([PORTUGAL]), plan, { billing_address: NEW_YORK });
      const toNewYork = await subscribed(await aBuyer([NEW_YORK]), plan, { billing_address: PORTUGAL });
      const changed = await subscribed(await aBuyer([PORTUGAL]), plan, { billing_address: PORTUGAL });
      expect((await patch(`/api/subscriptions/${changed}`, { billing_address: NEW_YORK })).status).to.equal(200);
      await advanceClock(app(), MONTH_SECONDS);
      expect(await taxesOf(toPortugal)).to.deep.equal([23, 23]);
      expect(await taxesOf(toNewYork)).to.deep.equal([0, 0]);
      expect(await taxesOf(changed)).to.deep.equal([23, 23]);
      const { json } = await app().call('/api/orders?limit=50');
      const countries = json.data.map(
        (order: { shipping_address: { country: string } }) => order.shipping_address.country,
      );
      expect(countries.toSorted()).to.deep.equal(['PT', 'PT', 'PT', 'PT', 'US', 'US']);
    });

    it('is that of the billing address where nothing is shipped, and of no other one without an address', async () => {
      const plans = [await aPlan(null), await createPlan(app(), { amount: 100 })];
      for (const plan of plans) {
        const id = await subscribed(await aBuyer([NEW_YORK]), plan, { billing_address: PORTUGAL });
        expect(await taxesOf(id)).to.deep.equal([23]);
      }
      const nowhere = await subscribed(await aBuyer([]), await aPlan(100), { billing_address: PORTUGAL });
      expect(await taxesOf(nowhere)).to.deep.equal([0]);
    });

    it('is that of the address that they are shipped to, also if the user has another one when the invoice is paid', async () => {
      const buyer = await aBuyer([NEW_YORK]);
      const payment = { payment_method: { token: 'tok_saved_then_declined' } };
      const id = await subscribed(buyer, await aPlan(100), payment);
      await advanceClockTo(app(), (await app().call(`/api/subscriptions/${id}`)).json.current_period_end);
      const { json } = await app().call(`/api/invoices?subscription_id=${id}&status=open`);
      expect((await patch(`/api/users/${buyer.id}`, { addresses: [PORTUGAL] })).status).to.equal(200);
      const paid = await post(`/api/invoices/${json.data[0].id}/pay`, { payment_method: { token: 'tok_success' } });
      expect(paid.json, paid.text).to.include({ status: 'paid', tax: 0 });
      const orders = await app().call(`/api/orders?user_id=${buyer.id}`);
      const addresses = orders.json.data.map((order: { shipping_address: object }) => order.shipping_address);
      expect(addresses[0]).to.include(NEW_YORK);
      expect(addresses).to.have.length(2);
    });

    it('is that of an address that the staff may change then, and customers may not', async () => {
      const buyer = await aBuyer([NEW_YORK]);
      await subscribed(buyer, await aPlan(100), {});
      const [order] = (await app().call(`/api/orders?user_id=${buyer.id}`)).json.data;
      const at = `/api/orders/${order.id}`;
      const key = await signIn(app(), buyer);
      for (const body of [{ shipping_address: PORTUGAL }, { billing_address: PORTUGAL }])
        expectProblem(await app().call(at, { method: 'PATCH', body, key }), 403, 'forbidden');
      expect((await app().call(at, { method: 'PATCH', body: { metadata: { gift: 'yes' } }, key })).status).to.equal(
        200,
      );
      expect((await patch(at, { shipping_address: PORTUGAL })).status).to.equal(200);
    });

    it('requires an address where the shop has shipping methods', async () => {
      const method = { name: 'Parcel', tiers: [{ up_to: null, price: 5 }], countries: ['PT'] };
      const made = await post('/api/shipping_methods', method);
      expect(made.status, made.text).to.equal(201);
      const plan = await aPlan(100);
      const buyer = await aBuyer([]);
      for (const fields of [{ billing_address: NEW_YORK }, { trial_days: 7 }, {}]) {
        const problem = expectProblem(await subscribe(buyer, plan, fields), 422, 'validation_failed');
        expect(problem.errors).to.have.length(1);
        expect(problem.errors[0]).to.include({ pointer: '/plan_id', code: 'shipping_address.required' });
      }
      await subscribed(buyer, await aPlan(null), {});
      expect((await patch(`/api/users/${buyer.id}`, { addresses: [PORTUGAL] })).status).to.equal(200);
      expect(await taxesOf(await subscribed(buyer, plan, { billing_address: NEW_YORK }))).to.deep.equal([23]);
    });
  },
  { TEST_CLOCK: 'true', CUSTOMER_MAY: 'change_address' },
);
