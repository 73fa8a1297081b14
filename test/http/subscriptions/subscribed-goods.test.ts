import { expect } from 'chai';
import { createSubscription, createUser, patchProduct, stockOf } from '../../support/builders/resources.ts';
import { subscribedGoods } from '../../support/builders/subscribed-goods.ts';
import { advanceClockTo } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService(
  'subscriptions to goods',
  ({ app }) => {
    const { read, post, advance, ordersOf, invoicesOf, statusesOf, aBox } = subscribedGoods(app);
    const eventsOf = async (id: string): Promise<string[]> =>
      ((await read('/api/events?limit=100')).data as { resource_id: string; type: string }[])
        .filter((event) => event.resource_id === id)
        .map(({ type }) => type);

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
        await advanceClockTo(app(), subscription.current_period_end);
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

    it('are sent for a payment that comes after a cancellation, or after their invoice was given up', async () => {
      for (const end of ['cancel', 'mark_uncollectible'] as const) {
        const { product, plan } = await aBox(10);
        const user = await createUser(app());
        const { id, current_period_end: renewal } = await createSubscription(app(), {
          user_id: user.id,
          plan_id: plan.id,
          payment_method: { token: 'tok_saved_then_declined' },
        });
        await advanceClockTo(app(), renewal);
        const [invoice] = await invoicesOf(id);
        await post(end === 'cancel' ? `/api/subscriptions/${id}/cancel` : `/api/invoices/${invoice.id}/${end}`);
        expect(await stockOf(app(), product)).to.equal(7);
        const paid = await post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_success' } });
        expect(paid.json.status, paid.text).to.equal('paid');
        expect(await stockOf(app(), product)).to.equal(4);
        const [order] = await ordersOf(user.id);
        expect(order.metadata).to.deep.equal({ subscription_id: id, invoice_id: invoice.id });
      }
    });
  },
  { TEST_CLOCK: 'true' },
);
