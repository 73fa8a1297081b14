import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import { Actor } from '#core/shared/actor.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('recordPayment', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  /** The events and timeline entries of an order since its creation. */
  const historyOf = async (id: OrderId) => ({
    events: (await orders.eventTypesOf(id)).slice(1),
    entries: (await orders.timelineOf(id)).slice(1).map(({ type, details }) => [type, details]),
  });

  const whole = { amount: 39.98, currency: 'USD' };

  it('records an authorization and its void', async () => {
    const { id } = await orders.anOpenOrder();
    const authorized = await orders.record(id, { kind: 'authorized' });
    expect(authorized).to.deep.include({ version: 2, expiresAt: null });
    expect(authorized.state.payment).to.equal('authorized');
    orders.clock.advance(60);
    const voided = await orders.record(id, { kind: 'voided' });
    expect(voided).to.deep.include({ version: 3, expiresAt: noonPlus(60 + 1800), updatedAt: noonPlus(60) });
    expect(voided.state.payment).to.equal('unpaid');
    expect(await orders.get(id)).to.deep.equal(voided);
    expect(await historyOf(id)).to.deep.equal({
      events: ['order.updated', 'order.updated'],
      entries: [
        ['authorized', whole],
        ['voided', whole],
      ],
    });
  });

  it('records payments and emits order.paid once the order is paid', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'paid', amount: dollars(0.01) });
    const paid = await orders.record(id, { kind: 'paid', amount: dollars(39.97) });
    expect(paid.state).to.deep.equal({ status: 'open', payment: 'paid', fulfillment: 'unfulfilled' });
    expect(await historyOf(id)).to.deep.equal({
      events: ['order.updated', 'order.paid'],
      entries: [
        ['paid', { amount: 0.01, currency: 'USD' }],
        ['paid', { amount: 39.97, currency: 'USD' }],
      ],
    });
    const [, , event] = await orders.eventsOf(id);
    expect(event).to.deep.include({ resourceVersion: 3, data: orderView(paid) });
    expect(event?.previous).to.deep.equal({
      payment_status: 'partially_paid',
      amount_paid: 0.01,
      amount_due: 39.97,
      expires_at: '2026-11-20T12:30:00.000Z',
    });
  });

  it('records refunds', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.record(id, { kind: 'refunded', amount: dollars(9.98) });
    const { state } = await orders.record(id, { kind: 'refunded', amount: dollars(30) });
    expect(state).to.deep.equal({ status: 'open', payment: 'refunded', fulfillment: 'unfulfilled' });
    const { events, entries } = await historyOf(id);
    expect(events).to.deep.equal(['order.paid', 'order.updated', 'order.updated']);
    expect(entries.slice(1)).to.deep.equal([
      ['refunded', { amount: 9.98, currency: 'USD' }],
      ['refunded', { amount: 30, currency: 'USD' }],
    ]);
  });

  it('completes a fulfilled order and emits the event once', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.fulfill(orders.staff, id);
    const { state } = await orders.record(id, { kind: 'paid', amount: dollars(39.98) });
    expect(state.status).to.equal('completed');
    await orders.record(id, { kind: 'refunded', amount: dollars(1) });
    const { events, entries } = await historyOf(id);
    expect(events).to.deep.equal(['order.fulfilled', 'order.paid', 'order.updated']);
    expect(entries.map(([type]) => type)).to.deep.equal(['fulfilled', 'paid', 'completed', 'refunded']);
  });

  it('records the actor', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'authorized' });
    await orders.record(id, { kind: 'paid', amount: dollars(39.98) }, Actor.system);
    const actors = (await orders.timelineOf(id)).slice(1).map(({ actor }) => actor?.kind);
    expect(actors).to.deep.equal(['api_key', 'system']);
  });

  it('pays an order once under concurrent calls', async () => {
    const { id } = await orders.anOpenOrder();
    const attempts = [1, 2, 3].map(() => orders.record(id, { kind: 'paid', amount: dollars(39.98) }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    expect((await orders.get(id)).amountPaid).to.deep.equal(dollars(39.98));
    const error = await rejectionOf(orders.record(id, { kind: 'paid', amount: dollars(1) }));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
  });

  it('records nothing when rejected', async () => {
    const { id, order } = await orders.anOpenOrder();
    const error = await rejectionOf(orders.record(id, { kind: 'paid', amount: dollars(39.99) }));
    expect(error).to.include({ code: 'validation_failed' });
    expect(await orders.get(id)).to.deep.equal(order);
    expect(await historyOf(id)).to.deep.equal({ events: [], entries: [] });
    expect(await rejectionOf(orders.record(ids.next('ord'), { kind: 'authorized' }))).to.include({
      kind: 'not_found',
    });
  });

  it('restarts the deadline when a partial payment is refunded', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'paid', amount: dollars(10) });
    orders.clock.advance(60);
    const { expiresAt } = await orders.record(id, { kind: 'refunded', amount: dollars(4) });
    expect(expiresAt).to.deep.equal(noonPlus(60 + 1800));
    const refunded = await orders.record(id, { kind: 'refunded', amount: dollars(6) });
    expect(refunded.expiresAt).to.deep.equal(noonPlus(60 + 1800));
    expect(refunded.state.payment).to.equal('unpaid');
  });
});
