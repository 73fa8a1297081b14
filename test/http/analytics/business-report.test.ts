import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  createSubscription,
  itemsOf,
  orderStep,
  payment,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the business report', ({ app }) => {
  const report = async (query = '') => {
    const { status, json } = await app().call(`/api/analytics/business?${query}`);
    expect(status, JSON.stringify(json)).to.equal(200);
    return json;
  };

  const totals = async () => (await report()).totals;

  it('shows the MRR, what moved it, and what becomes of trials', async () => {
    const before = await totals();
    const kept = await createSubscription(app());
    const cancelled = await createSubscription(app(), { trial_days: 7 });
    const { status } = await app().call(`/api/subscriptions/${cancelled.id}/cancel`, { method: 'POST' });
    expect(status).to.equal(200);
    await eventually('the end is counted', async () => (await totals()).trials_ended > before.trials_ended);
    const after = await report('compare=previous');
    expect(after.totals.mrr - before.mrr).to.equal(30);
    expect(after.totals.arr - before.arr).to.equal(360);
    expect(after.totals).to.include({
      mrr_new: before.mrr_new + 30,
      subscriptions_started: before.subscriptions_started + 1,
      active_subscriptions: before.active_subscriptions + 1,
      trials_started: before.trials_started + 1,
      trial_conversion_rate: 0,
      churn_rate: null,
    });
    expect(after.previous.totals).to.include({ mrr: 0, trials_started: 0 });
    expect(after.change).to.include({ mrr: null });
    const [today] = after.series.slice(-1);
    expect(today).to.include({ mrr: after.totals.mrr, mrr_new: after.totals.mrr_new });
    await app().call(`/api/subscriptions/${kept.id}/cancel`, { method: 'POST' });
    await eventually('the churn is counted', async () => (await totals()).mrr === before.mrr);
    expect(await totals()).to.include({ mrr_churn: before.mrr_churn - 30, subscriptions_churned: 1 });
  });

  it('shows what became of payments, and what was sent back', async () => {
    const before = await totals();
    const shirt = await createProduct(app(), { price: 20 });
    const { id, items } = await createOrder(app(), { items: itemsOf([shirt], 4) });
    expect((await payment(app(), id, byToken('tok_insufficient_funds'))).status).to.equal(402);
    await createPayment(app(), id);
    await orderStep(app(), id, 'fulfillments');
    const [abandoned, voided] = await Promise.all([
      createOrder(app(), { items: itemsOf([shirt]) }),
      createOrder(app(), { items: itemsOf([shirt]) }),
    ]);
    const waiting = await createPayment(app(), abandoned.id, byToken('tok_requires_action'));
    const authorized = await createPayment(app(), voided.id, { capture_method: 'manual' });
    for (const each of [waiting, authorized])
      expect((await paymentStep(app(), each.id, 'cancel')).status).to.equal(200);
    const sent = { items: [{ item_id: items[0].id, quantity: 1 }] };
    const { json: returned } = await app().call(`/api/orders/${id}/returns`, { method: 'POST', body: sent });
    for (const step of ['approve', 'receive'])
      await app().call(`/api/returns/${returned.id}/${step}`, { method: 'POST', body: {} });
    await eventually('the refund is counted', async () => (await totals()).refund_rate > before.refund_rate);
    const after = await report();
    expect(after.totals).to.include({
      payments_succeeded: before.payments_succeeded + 2,
      payments_failed: before.payments_failed + 1,
      returns: before.returns + 1,
      units_returned: before.units_returned + 1,
      disputes_opened: 0,
    });
    expect(after.totals.return_rate).to.equal(0.25);
    const [sandbox] = after.payments;
    expect(sandbox).to.deep.equal({
      gateway: 'sandbox',
      succeeded: after.totals.payments_succeeded,
      failed: 1,
      success_rate: after.totals.payment_success_rate,
    });
    expect(after.taxes).to.deep.equal([]);
    expect(after.failures).to.deep.equal([{ gateway: 'sandbox', code: 'insufficient_funds', count: 1 }]);
  });

  it('counts withdrawals that were accepted, and not those that were rejected', async () => {
    const before = await totals();
    const shirt = await createProduct(app(), { price: 20 });
    const place = async () => {
      const order = await createOrder(app(), { items: itemsOf([shirt], 3), email: 'consumer@example.com' });
      await createPayment(app(), order.id);
      await orderStep(app(), order.id, 'fulfillments');
      return order;
    };
    const [withdrawn, kept] = [await place(), await place()];
    const state = async (fields: object) => {
      const reply = await app().call('/api/withdrawals', { method: 'POST', body: { name: 'Ada', ...fields } });
      expect(reply.status, reply.text).to.equal(201);
      return reply.json.id;
    };
    const undecided = await state({ order_id: kept.id, note: 'One of them' });
    await state({ order_id: withdrawn.id, items: [{ item_id: withdrawn.items[0].id, quantity: 2 }] });
    await eventually('the withdrawal is counted', async () => (await totals()).withdrawals === before.withdrawals + 1);
    const rejected = await app().call(`/api/withdrawals/${undecided}/reject`, { method: 'POST' });
    expect(rejected.status, rejected.text).to.equal(200);
    const { withdrawals, units_withdrawn: units, withdrawal_rate: rate } = await totals();
    const { orders } = (await app().call('/api/analytics/sales')).json.totals;
    expect(units).to.equal(before.units_withdrawn + 2);
    expect(rate).to.equal(Math.round((withdrawals / orders) * 10_000) / 10_000);
    const [returned] = (await app().call(`/api/orders/${withdrawn.id}/returns`)).json.data;
    await app().call(`/api/returns/${returned.id}/reject`, { method: 'POST' });
    await eventually('it counts no more', async () => (await totals()).withdrawals === before.withdrawals);
  });
});
