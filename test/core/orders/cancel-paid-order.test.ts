import { expect } from 'chai';
import { orderView } from '#core/orders/order-view.ts';
import type { OrderPayments } from '#core/orders/ports.ts';
import { makeResumeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import { ids } from '../../support/builders/builders.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('cancelOrder for a paid order', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('refunds the payment first', async () => {
    const { id, shirt } = await orders.aPaidOrder();
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(cancelled.amountRefunded).to.deep.equal(dollars(39.98));
    expect(await orders.eventTypesOf(id)).to.deep.equal([
      'order.created',
      'order.paid',
      'order.updated',
      'order.updated',
      'order.cancelled',
    ]);
    const what = (await orders.timelineOf(id)).map(({ type }) => type);
    expect(what).to.deep.equal(['created', 'paid', 'cancelling', 'refunded', 'cancelled']);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
  });

  it('refunds the remainder after a partial refund', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.record(id, { kind: 'refunded', amount: dollars(9.98) });
    const { amountPaid, amountRefunded } = await orders.cancel(orders.staff, id);
    expect(amountRefunded).to.deep.equal(amountPaid);
  });

  it('voids the authorization first', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'authorized' });
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'unpaid' });
    const what = (await orders.timelineOf(id)).map(({ type }) => type);
    expect(what).to.deep.equal(['created', 'authorized', 'cancelling', 'voided', 'cancelled']);
  });

  it('has a dry run that shows the refund, and refunds nothing', async () => {
    const { id, order } = await orders.aPaidOrder();
    const previewed = await orders.previewCancel(orders.staff, id);
    expect(previewed.order.state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(previewed.parts.amount).to.deep.equal(order.amountPaid);
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('accepts the version from before the refund', async () => {
    const { id, order } = await orders.aPaidOrder();
    const cancelled = await orders.cancel(orders.staff, id, { expected: [order.version] });
    expect(cancelled).to.include({ version: order.version + 3 });
  });

  it('refunds nothing for a stale version', async () => {
    const { id, order } = await orders.aPaidOrder();
    const error = await rejectionOf(orders.cancel(orders.staff, id, { expected: [order.version - 1] }));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.include({ current_version: order.version });
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('refunds nothing when the order cannot be cancelled', async () => {
    const { id, order } = await orders.aPaidOrder();
    const [item] = order.items;
    const partiallyFulfilled = await orders.fulfill(orders.staff, id, {
      items: item && [{ itemId: item.id, quantity: 1 }],
    });
    for (const cancel of [orders.cancel, orders.previewCancel]) {
      const error = await rejectionOf(cancel(orders.staff, id));
      expect(error).to.include({ code: 'invalid_state' });
      expect(error.details).to.deep.equal({ current_state: 'partially_fulfilled', actions: ['fulfill'] });
    }
    expect(await orders.get(id)).to.deep.equal(partiallyFulfilled);
  });

  it('fails when a payment starts in between', async () => {
    for (const payment of [{ kind: 'authorized' }, { kind: 'paid', amount: dollars(39.98) }] as const) {
      const { id, shirt } = await orders.anOpenOrder();
      const work = await orders.prepareCancel(orders.staff, id);
      const paid = await orders.record(id, payment);
      const error = await rejectionOf(orders.unitOfWork.run(work));
      expect(error).to.include({ kind: 'conflict', code: 'conflict' });
      expect(await orders.get(id)).to.deep.equal(paid);
      expect(await orders.stockOf(shirt.id)).to.equal(3);
      expect((await orders.cancel(orders.staff, id)).state.status).to.equal('cancelled');
    }
  });

  it('blocks all other changes until the cancellation ends', async () => {
    const { id, shirt } = await orders.aPaidOrder();
    const work = await orders.prepareCancel(orders.staff, id, { reason: 'Too late.' });
    const begun = await orders.get(id);
    expect(begun.state).to.deep.equal({ status: 'open', payment: 'refunded', fulfillment: 'unfulfilled' });
    for (const step of [
      () => orders.fulfill(orders.staff, id),
      () => orders.change(orders.staff, id, { email: null }),
      () => orders.record(id, { kind: 'authorized' }),
      () => orders.record(id, { kind: 'paid', amount: dollars(39.98) }),
    ]) {
      expect(await rejectionOf(step())).to.include({ code: 'invalid_state' });
    }
    expect(orderView(begun)).to.deep.include({ actions: ['cancel'], amount_due: 0, expires_at: null });
    await orders.unitOfWork.run(work);
    expect((await orders.get(id)).state.status).to.equal('cancelled');
    expect(await orders.stockOf(shirt.id)).to.equal(5);
  });

  it('refunds nothing when a fulfillment wins the race, and blocks fulfillments otherwise', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, shirt } = await orders.aPaidOrder();
      const [cancellation, fulfillment] = await Promise.allSettled([
        orders.cancel(orders.staff, id),
        orders.fulfill(orders.staff, id),
      ]);
      const { state, amountRefunded } = await orders.get(id);
      const isCancelled = cancellation.status === 'fulfilled';
      const isFulfilled = fulfillment.status === 'fulfilled';
      const stock = await orders.stockOf(shirt.id);
      const outcome = [isCancelled, isFulfilled, state.status, amountRefunded.minor, stock];
      expect(outcome).to.be.deep.oneOf([
        [true, false, 'cancelled', 3998n, 5],
        [false, true, 'completed', 0n, 3],
      ]);
    }
  });

  it('is resumed once, after a minute, when its process has died', async () => {
    const { id, shirt } = await orders.aPaidOrder();
    await orders.beginCancelling(id, 'Too late.');
    orders.clock.advance(59.999);
    expect(await orders.resume()).to.equal(false);
    orders.clock.advance(0.001);
    expect(await Promise.all([orders.resume(), orders.resume()])).to.deep.equal([true, false]);
    expect(await orders.get(id)).to.deep.include({ cancelReason: 'Too late.', amountRefunded: dollars(39.98) });
    expect((await orders.get(id)).state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    orders.clock.advance(3600);
    expect(await orders.resume()).to.equal(false);
  });

  it('is cancelled only once when its own process completes it during the resumption', async () => {
    const { id, shirt } = await orders.aPaidOrder();
    await orders.beginCancelling(id);
    orders.clock.advance(60);
    const reverse: OrderPayments['reverse'] = async (orderId, actor) => {
      await orders.payments.reverse(orderId, actor);
      await orders.cancel(orders.staff, orderId);
    };
    const { unitOfWork, clock } = orders;
    expect(
      await makeResumeCancellation({
        unitOfWork,
        payments: { ...orders.payments, reverse },
        invoices: noInvoices,
        clock,
        systemClock: clock,
        ids,
      })(),
    ).to.equal(true);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    const cancelled = (await orders.eventTypesOf(id)).filter((type) => type === 'order.cancelled');
    expect(cancelled).to.have.length(1);
  });

  it('can be repeated while it runs', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.beginCancelling(id);
    const cancelled = await orders.cancel(orders.staff, id, { reason: 'Again.' });
    expect(cancelled).to.deep.include({ cancelReason: 'Again.', cancellingSince: null });
  });

  it('cancels a fully refunded order after a partial fulfillment and returns the unfulfilled stock', async () => {
    const { id, shirt, order } = await orders.aPaidOrder();
    const [item] = order.items;
    if (item === undefined) throw new TypeError('An order has an item.');
    await orders.fulfill(orders.staff, id, { items: [{ itemId: item.id, quantity: 1 }] });
    expect(await rejectionOf(orders.cancel(orders.staff, id))).to.include({ code: 'invalid_state' });
    await orders.record(id, { kind: 'refunded', amount: dollars(39.98) });
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(await orders.stockOf(shirt.id)).to.equal(4);
  });
});
