import { expect } from 'chai';
import { createPlan, createSubscription, patchProduct, stockOf } from '../../support/builders/resources.ts';
import { subscribedGoods } from '../../support/builders/subscribed-goods.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

onService(
  'goods of subscriptions that change',
  ({ app }) => {
    const { read, post, advance, ordersOf, invoicesOf, statusesOf, aBox } = subscribedGoods(app);
    const totalsOf = async (id: string): Promise<number[]> =>
      (await invoicesOf(id)).map(({ total }: { total: number }) => Math.round(total));
    const quantitiesOf = async (user: string): Promise<number[]> =>
      (await ordersOf(user)).map(({ items }: { items: { quantity: number }[] }) => items[0]?.quantity);
    const patch = async (id: string, body: object) => {
      const reply = await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body });
      expect(reply.status, reply.text).to.equal(200);
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
      for (const plan_id of [weekly.id, plan.id, weekly.id]) await patch(id, { plan_id });
      expect(await read(`/api/subscriptions/${id}`)).to.include({ plan_id: plan.id, next_plan_id: weekly.id });
      expect(await quantitiesOf(user)).to.deep.equal([10]);
      await advance(32);
      await patch(id, { plan_id: plan.id, quantity: 5 });
      await advance(7);
      expect(await quantitiesOf(user)).to.deep.equal([5, 10, 10]);
      expect(await totalsOf(id)).to.deep.equal([60, 120, 120]);
      expect(await stockOf(app(), product)).to.equal(475);
    });

    it('are ordered once a period, however often a discounted plan changes', async () => {
      const { plan } = await aBox(500, { amount: 12 });
      const [weekly, service] = [{ product_id: plan.product_id }, {}].map((fields) =>
        createPlan(app(), { amount: 12, interval: 'week', ...fields }),
      );
      const monthly = await createPlan(app(), { amount: 12 });
      const code = { name: 'A box', kind: 'amount', amount: 12, code: 'BOX', max_uses_per_customer: 1 };
      expect((await post('/api/discounts', code)).status).to.equal(201);
      const fields = { plan_id: plan.id, quantity: 1, discount_codes: ['BOX'] };
      const { id, user_id: user } = await createSubscription(app(), fields);
      for (const { id: plan_id } of [await weekly, await service, monthly, await weekly, plan])
        await patch(id, { plan_id });
      await post(`/api/subscriptions/${id}/pause`);
      await post(`/api/subscriptions/${id}/resume`);
      await patch(id, { plan_id: (await weekly)?.id });
      expect(await quantitiesOf(user)).to.deep.equal([1]);
    });

    it('are ordered once a period that a credit pays, also after a pause', async () => {
      const { plan } = await aBox(500, { amount: 1 });
      const weekly = await createPlan(app(), { amount: 1, interval: 'week', product_id: plan.product_id });
      const service = await createPlan(app(), { amount: 500, interval: 'year' });
      const { id, user_id: user } = await createSubscription(app(), { plan_id: service.id, quantity: 1 });
      await patch(id, { plan_id: plan.id });
      await post(`/api/subscriptions/${id}/pause`);
      await advance(1);
      await post(`/api/subscriptions/${id}/resume`);
      await patch(id, { plan_id: weekly.id });
      expect(await read(`/api/subscriptions/${id}`)).to.include({ plan_id: plan.id, next_plan_id: weekly.id });
      expect(await quantitiesOf(user)).to.deep.equal([1]);
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

    it('go back where their invoice is credited in full, and are sent where a part of it is paid', async () => {
      const { product, plan } = await aBox(10, { amount: 12 });
      for (const amount of [12, 5]) {
        const terms = { plan_id: plan.id, quantity: 1, collection: 'send', payment_method: undefined };
        const { id, user_id: user } = await createSubscription(app(), terms);
        const [invoice] = await invoicesOf(id);
        const note = { invoice_id: invoice.id, amount, reason: 'goodwill' };
        expect((await post('/api/credit_notes', note)).status).to.equal(201);
        if (amount < 12) await post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_success' } });
        expect(await statusesOf(id)).to.deep.equal(['paid']);
        expect(await quantitiesOf(user)).to.deep.equal(amount < 12 ? [1] : []);
        expect(await stockOf(app(), product)).to.equal(amount < 12 ? 9 : 10);
      }
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
      const first = await createPlan(app(), { amount: 12 });
      const service = await createPlan(app(), { amount: 12, interval: 'week', interval_count: 2 });
      const payment_method = { token: 'tok_saved_then_declined' };
      const { id, user_id: user } = await createSubscription(app(), { plan_id: first.id, quantity: 1, payment_method });
      // a service that is not paid gives no credit
      await patch(id, { plan_id: service.id, quantity: 10 });
      await eventually('the charge failed', async () => (await read(`/api/subscriptions/${id}`)).status === 'past_due');
      await patch(id, { plan_id: weekly.id, quantity: 9 });
      await eventually('the charge failed again', async () => (await invoicesOf(id))[1].attempt_count > 1);
      // the second one credits the first, which was paid
      expect(await totalsOf(id)).to.deep.equal([108, 108, 12]);
      expect(await statusesOf(id)).to.deep.equal(['open', 'open', 'paid']);
      expect(await quantitiesOf(user)).to.deep.equal([]);
      expect(await stockOf(app(), product)).to.equal(491);
      // nor does another change reserve more
      await patch(id, { plan_id: plan.id });
      await patch(id, { quantity: 2 });
      expect(await stockOf(app(), product)).to.equal(491);
      for (const invoice of (await invoicesOf(id)).toReversed().slice(1)) {
        await post(`/api/invoices/${invoice.id}/pay`, { payment_method: { token: 'tok_success' } });
      }
      expect(await quantitiesOf(user)).to.deep.equal([9]);
      // the unused time of the service, which is paid now, pays the next goods
      await advance(7.5);
      expect(await quantitiesOf(user)).to.deep.equal([2, 9]);
      expect(await totalsOf(id)).to.deep.equal([108, 108, 12]);
    });
  },
  { TEST_CLOCK: 'true' },
);
