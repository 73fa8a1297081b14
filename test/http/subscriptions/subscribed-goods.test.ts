import { expect } from 'chai';
import {
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  patchProduct,
  stockOf,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;

onService(
  'subscriptions to goods',
  ({ app }) => {
    const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
    const read = async (at: string) => (await app().call(at)).json;
    const advance = (days: number) => advanceClock(app(), days * DAY);
    const ordersOf = async (user: string) => (await read(`/api/orders?user_id=${user}`)).data;
    const invoicesOf = async (id: string) => (await read(`/api/invoices?subscription_id=${id}`)).data;
    const statusesOf = async (id: string): Promise<string[]> =>
      (await invoicesOf(id)).map(({ status }: { status: string }) => status);
    const totalsOf = async (id: string): Promise<number[]> =>
      (await invoicesOf(id)).map(({ total }: { total: number }) => Math.round(total));
    const quantitiesOf = async (user: string): Promise<number[]> =>
      (await ordersOf(user)).map(({ items }: { items: { quantity: number }[] }) => items[0]?.quantity);
    const patch = async (id: string, body: object) => {
      const reply = await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body });
      expect(reply.status, reply.text).to.equal(200);
    };
    const eventsOf = async (id: string): Promise<string[]> =>
      ((await read('/api/events?limit=100')).data as { resource_id: string; type: string }[])
        .filter((event) => event.resource_id === id)
        .map(({ type }) => type);
    const aBox = async (stock: number | null, fields: object = {}) => {
      const product = await createProduct(app(), { name: 'Coffee box', price: 12, stock });
      const plan = await createPlan(app(), { product_id: product.id, ...fields });
      return { product, plan };
    };

    it('send the goods of each period once while a credit pays for several', async () => {
      const { product, plan } = await aBox(20, { amount: 10, interval: 'day', interval_count: 30 });
      const service = await createPlan(app(), { amount: 290, interval: 'day', interval_count: 300 });
      const { id, user_id: user } = await createSubscription(app(), { plan_id: service.id, quantity: 1 });
      await advance(30);
      await patch(id, { plan_id: plan.id, quantity: 10 });
      // 270 of the 300 days that were paid, 261.00, pay two periods of 100.00 and most of a third
      await advance(31);
      expect(await stockOf(app(), product)).to.equal(0);
      expect(await statusesOf(id)).to.deep.equal(['paid']);
      // nor does a change end what was sent
      await patch(id, { quantity: 1 });
      await patchProduct(app(), product.id, { stock: 50 });
      await advance(30);
      expect(await stockOf(app(), product)).to.equal(49);
      expect(await statusesOf(id)).to.deep.equal(['paid']);
      await advance(30 * 6);
      expect((await totalsOf(id)).toReversed().slice(0, 2)).to.deep.equal([290, 9]);
      expect((await quantitiesOf(user)).slice(-4)).to.deep.equal([1, 1, 10, 10]);
    });

    it('are not credited by time: each order is charged whole', async () => {
      const { product, plan } = await aBox(500, { amount: 12 });
      const weekly = await createPlan(app(), { amount: 12, interval: 'week', product_id: product.id });
      const { id, user_id: user } = await createSubscription(app(), { plan_id: plan.id, quantity: 10 });
      for (const plan_id of [weekly.id, plan.id, weekly.id, plan.id]) {
        await patch(id, { plan_id });
        await eventually('it is paid', async () => (await statusesOf(id))[0] === 'paid');
      }
      expect(await quantitiesOf(user)).to.deep.equal([10, 10, 10, 10, 10]);
      expect(await totalsOf(id)).to.deep.equal([120, 120, 120, 120, 120]);
      expect(await stockOf(app(), product)).to.equal(450);
    });

    it('of another quantity begin with the next period, and cost and credit nothing before', async () => {
      const { product, plan } = await aBox(500, { amount: 12, interval: 'week' });
      const { id, user_id: user } = await createSubscription(app(), { plan_id: plan.id, quantity: 10 });
      await patch(id, { quantity: 1 });
      await advance(3);
      await patch(id, { quantity: 20 });
      await advance(3);
      await patch(id, { quantity: 4 });
      const { steps } = await read(`/api/subscriptions/${id}/upcoming`);
      expect(steps.at(-1).invoice).to.include({ total: 48 });
      await advance(2);
      expect(await quantitiesOf(user)).to.deep.equal([4, 10]);
      expect(await totalsOf(id)).to.deep.equal([48, 120]);
      expect(await stockOf(app(), product)).to.equal(486);
    });

    it('of a price for any quantity are one unit', async () => {
      const { product, plan } = await aBox(500, { pricing: 'flat', amount: 12 });
      const { id } = await createSubscription(app(), { plan_id: plan.id, quantity: 100 });
      expect(await stockOf(app(), product)).to.equal(499);
      expect(await totalsOf(id)).to.deep.equal([12]);
    });

    it('are not sent while they are owed: nothing of an unpaid invoice pays another', async () => {
      const { product, plan } = await aBox(500, { amount: 12 });
      const weekly = await createPlan(app(), { amount: 12, interval: 'week', product_id: product.id });
      const service = await createPlan(app(), { amount: 12, interval: 'week', interval_count: 2 });
      const payment_method = { token: 'tok_saved_then_declined' };
      const { id, user_id: user } = await createSubscription(app(), { plan_id: plan.id, quantity: 1, payment_method });
      // a service that is not paid gives no credit
      await patch(id, { plan_id: service.id, quantity: 10 });
      await eventually('the charge failed', async () => (await read(`/api/subscriptions/${id}`)).status === 'past_due');
      await patch(id, { plan_id: weekly.id, quantity: 9 });
      await eventually('the charge failed again', async () => (await invoicesOf(id))[1].attempt_count > 1);
      expect(await totalsOf(id)).to.deep.equal([108, 120, 12]);
      expect(await statusesOf(id)).to.deep.equal(['open', 'open', 'paid']);
      expect(await quantitiesOf(user)).to.deep.equal([1]);
      expect(await stockOf(app(), product)).to.equal(490);
      // nor is there another reservation before the former goods are paid
      const reply = await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body: { plan_id: plan.id } });
      expectProblem(reply, 409, 'invalid_state');
      await patch(id, { plan_id: plan.id, proration: 'at_period_end' });
      await patch(id, { quantity: 2 });
      expect(await stockOf(app(), product)).to.equal(490);
      for (const invoice of (await invoicesOf(id)).toReversed().slice(1)) {
        await post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_success' } });
      }
      expect(await quantitiesOf(user)).to.deep.equal([9, 1]);
      // the unused time of the service, which is paid now, pays the next goods
      await advance(7.5);
      expect(await quantitiesOf(user)).to.deep.equal([2, 9, 1]);
      expect(await totalsOf(id)).to.deep.equal([108, 120, 12]);
    });

    it('place a paid order of each period, which costs nothing itself', async () => {
      const { product, plan } = await aBox(10);
      const address = { name: 'Ada', line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' };
      const user = await createUser(app(), { addresses: [address] });
      const subscription = await createSubscription(app(), { user_id: user.id, plan_id: plan.id, quantity: 2 });
      const [order, ...others] = await ordersOf(user.id);
      expect(others).to.deep.equal([]);
      expect(order).to.deep.include({ payment_status: 'paid', fulfillment_status: 'unfulfilled', total: 0 });
      expect(order.items[0]).to.include({ product_id: product.id, quantity: 2, name: 'Coffee box' });
      expect(order.shipping_address).to.include({ line1: 'Ring 1', country: 'AT' });
      expect(order.metadata).to.deep.equal({
        subscription_id: subscription.id,
        invoice_id: subscription.latest_invoice_id,
      });
      expect(await stockOf(app(), product)).to.equal(8);
      await advance(32);
      expect(await ordersOf(user.id)).to.have.length(2);
      expect(await stockOf(app(), product)).to.equal(6);
      expect(await statusesOf(subscription.id)).to.deep.equal(['paid', 'paid']);
      const cancelled = await post(`/api/orders/${order.id}/cancel`);
      expect(cancelled.status, cancelled.text).to.equal(200);
      expect(await stockOf(app(), product)).to.equal(8);
    });

    it('record the exemption from withdrawal of their goods, but that of periodicals is none in a subscription', async () => {
      for (const [exemption, recorded] of [
        ['periodical', null],
        ['perishable', 'perishable'],
        [null, null],
      ]) {
        const { product, plan } = await aBox(3);
        await patchProduct(app(), product.id, { withdrawal_exemption: exemption });
        const { user_id: user } = await createSubscription(app(), { plan_id: plan.id });
        const [order] = await ordersOf(user);
        expect(order.items[0]).to.include({ product_id: product.id, withdrawal_exemption: recorded });
      }
    });

    it('place no order of a product whose stock is not tracked, and none in a trial', async () => {
      const user = await createUser(app());
      const { plan } = await aBox(null);
      await createSubscription(app(), { user_id: user.id, plan_id: plan.id });
      const trial = await aBox(5);
      await createSubscription(app(), { user_id: user.id, plan_id: trial.plan.id, trial_days: 7 });
      expect(await ordersOf(user.id)).to.deep.equal([]);
      expect(await stockOf(app(), trial.product)).to.equal(5);
      await advance(8);
      expect(await ordersOf(user.id)).to.have.length(1);
      expect(await stockOf(app(), trial.product)).to.equal(2);
    });

    it('refuse to start without stock, and return it when the first charge is declined', async () => {
      const { product, plan } = await aBox(2);
      const user = await createUser(app());
      const body = { user_id: user.id, plan_id: plan.id, payment_method: { token: 'tok_success' } };
      const short = expectProblem(
        await post('/api/subscriptions', { ...body, quantity: 3 }),
        409,
        'insufficient_stock',
      );
      expect(errorPathsOf(short)).to.deep.equal(['/quantity']);
      const declined = { ...body, quantity: 2, payment_method: { token: 'tok_declined' } };
      expectProblem(await post('/api/subscriptions', declined), 402, 'payment_declined');
      expect(await stockOf(app(), product)).to.equal(2);
      expect(await ordersOf(user.id)).to.deep.equal([]);
      const waiting = { ...body, quantity: 2, payment_method: { token: 'tok_requires_action' } };
      const { json } = await post('/api/subscriptions', waiting);
      expect(json.status).to.equal('incomplete');
      expect(await stockOf(app(), product)).to.equal(0);
      await advance(1);
      expect(await stockOf(app(), product)).to.equal(2);
      expect(await ordersOf(user.id)).to.deep.equal([]);
    });

    it('charge nothing while stock is short, and go on once it is there', async () => {
      const { product, plan } = await aBox(3);
      const user = await createUser(app());
      const { id, current_period_end: end } = await createSubscription(app(), { user_id: user.id, plan_id: plan.id });
      await advance(32);
      const waiting = await read(`/api/subscriptions/${id}`);
      expect(Date.parse(waiting.out_of_stock_since)).to.be.within(Date.parse(end), Date.parse(end) + 60_000);
      expect(await statusesOf(id)).to.deep.equal(['paid']);
      expect(await ordersOf(user.id)).to.have.length(1);
      expect((await eventsOf(id)).filter((type) => type === 'subscription.out_of_stock')).to.have.length(1);
      await patchProduct(app(), product.id, { stock: 7 });
      await advance(1);
      expect(await read(`/api/subscriptions/${id}`)).to.include({
        out_of_stock_since: null,
        current_period_start: end,
      });
      expect(await statusesOf(id)).to.deep.equal(['paid', 'paid']);
      expect(await ordersOf(user.id)).to.have.length(2);
      expect(await stockOf(app(), product)).to.equal(4);
    });

    it('keep the goods of an unpaid period until it is paid, or the subscription is cancelled', async () => {
      for (const end of ['paid', 'cancelled'] as const) {
        const { product, plan } = await aBox(10);
        const user = await createUser(app());
        const subscription = await createSubscription(app(), {
          user_id: user.id,
          plan_id: plan.id,
          payment_method: { token: 'tok_saved_then_declined' },
        });
        await advance(32);
        expect((await read(`/api/subscriptions/${subscription.id}`)).status).to.equal('past_due');
        expect(await ordersOf(user.id)).to.have.length(1);
        expect(await stockOf(app(), product)).to.equal(4);
        if (end === 'cancelled') {
          await post(`/api/subscriptions/${subscription.id}/cancel`);
        } else {
          const [invoice] = await invoicesOf(subscription.id);
          const paid = await post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_success' } });
          expect(paid.json.status, paid.text).to.equal('paid');
        }
        expect(await ordersOf(user.id)).to.have.length(end === 'paid' ? 2 : 1);
        expect(await stockOf(app(), product)).to.equal(end === 'paid' ? 4 : 7);
      }
    });
  },
  { TEST_CLOCK: 'true' },
);
