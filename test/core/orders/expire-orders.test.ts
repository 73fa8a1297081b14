import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

const HALF_AN_HOUR_IN_SECONDS = 1800;

describe('expireOrders', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('cancels an order that was not paid in time and returns its stock', async () => {
    const { id, shirt } = await orders.anOpenOrder();
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    expect(await orders.expire()).to.equal(1);
    const order = await orders.get(id);
    expect(order).to.deep.include({
      version: 2,
      expiresAt: null,
      cancelledAt: noonPlus(1800),
      cancelReason: 'expired',
    });
    expect(order.state).to.deep.equal({ status: 'cancelled', payment: 'unpaid', fulfillment: 'unfulfilled' });
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    expect(await orders.eventTypesOf(id)).to.deep.equal(['order.created', 'order.cancelled']);
    expect(await orders.eventTypesOf(shirt.id)).to.deep.equal(['product.updated', 'product.updated']);
  });

  it('records the service as the actor', async () => {
    const { id } = await orders.anOpenOrder();
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    await orders.expire();
    const [, entry, ...others] = await orders.timelineOf(id);
    expect(entry).to.deep.include({ type: 'expired', details: {} });
    expect(entry?.actor).to.deep.equal({ kind: 'system', user_id: null, credential_id: null });
    expect(others).to.deep.equal([]);
    expect(await orders.auditOf(id)).to.deep.equal([]);
  });

  it('waits until the order is due', async () => {
    const { id, order } = await orders.anOpenOrder();
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS - 0.001);
    expect(await orders.expire()).to.equal(0);
    expect(await orders.get(id)).to.deep.equal(order);
    orders.clock.advance(0.001);
    expect(await orders.expire()).to.equal(1);
  });

  it('cancels all due orders, the oldest deadline first, and no other', async () => {
    const first = await orders.anOpenOrder();
    orders.clock.advance(60);
    const second = await orders.anOpenOrder();
    orders.clock.advance(60);
    const third = await orders.anOpenOrder();
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS - 60);
    expect(await orders.expire()).to.equal(2);
    const [one, two, three] = await Promise.all([first, second, third].map(({ id }) => orders.get(id)));
    expect([one, two, three].map((order) => order?.state.status)).to.deep.equal(['cancelled', 'cancelled', 'open']);
    const [ending] = await orders.eventsOf(first.id).then((events) => events.slice(-1));
    const [later] = await orders.eventsOf(second.id).then((events) => events.slice(-1));
    expect(String(ending?.id) < String(later?.id)).to.equal(true);
  });

  it('cancels at most a hundred orders in a run, so that a stop is quick', async () => {
    const shirt = await orders.addProduct();
    for (let count = 0; count < 105; count += 1) await orders.create(orders.staff, [[shirt, 1]]);
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    expect([await orders.expire(), await orders.expire(), await orders.expire()]).to.deep.equal([100, 5, 0]);
  });

  it('skips and logs an order that cannot be cancelled', async () => {
    const [stuck, other] = [await orders.anOpenOrder(), await orders.anOpenOrder()];
    // impossible through the aggregate: fulfilled with a deadline
    await orders.unitOfWork.run(async (tx) => {
      const order = await tx.orders.get(stuck.id);
      await tx.orders.save({ ...order, version: 2, state: { ...order.state, fulfillment: 'fulfilled' } }, []);
    });
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    expect(await orders.expire()).to.equal(1);
    expect((await orders.get(other.id)).state.status).to.equal('cancelled');
    expect((await orders.get(stuck.id)).state.status).to.equal('open');
    expect(orders.lines).to.have.length(1);
    expect(orders.lines[0]).to.deep.include({ level: 'error', message: 'order expiry failed; skipping the order' });
    expect(orders.lines[0]?.fields).to.include({ order_id: stuck.id });
  });

  it('does nothing without orders', async () => {
    expect(await orders.expire()).to.equal(0);
  });

  for (const [what, prepare] of [
    ['was paid', (id: OrderId) => orders.record(id, { kind: 'paid', amount: dollars(39.98) })],
    ['was authorized', (id: OrderId) => orders.record(id, { kind: 'authorized' })],
    ['was sent', (id: OrderId) => orders.fulfill(orders.staff, id)],
    ['was cancelled', (id: OrderId) => orders.cancel(orders.staff, id)],
  ] as const) {
    it(`keeps an order that ${what}`, async () => {
      const { id, shirt } = await orders.anOpenOrder();
      const order = await prepare(id);
      const stock = await orders.stockOf(shirt.id);
      orders.clock.advance(365 * 24 * 3600);
      expect(await orders.expire()).to.equal(0);
      expect(await orders.get(id)).to.deep.equal(order);
      expect(await orders.stockOf(shirt.id)).to.equal(stock);
    });
  }

  it('restarts the full deadline after a partial payment, which it then returns', async () => {
    const { id, shirt } = await orders.anOpenOrder();
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS - 1);
    await orders.record(id, { kind: 'paid', amount: dollars(1) });
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS - 1);
    expect(await orders.expire()).to.equal(0);
    orders.clock.advance(1);
    expect(await orders.expire()).to.equal(1);
    const order = await orders.get(id);
    expect(order.state).to.deep.equal({ status: 'cancelled', payment: 'unpaid', fulfillment: 'unfulfilled' });
    expect(order).to.deep.include({ cancelReason: 'expired', amountRefunded: dollars(1), cancellingSince: null });
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    expect((await orders.timelineOf(id)).map(({ type }) => type)).to.deep.equal([
      'created',
      'paid',
      'cancelling',
      'refunded',
      'cancelled',
    ]);
  });

  it('restarts the full deadline after a void', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'authorized' });
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    await orders.record(id, { kind: 'voided' });
    expect(await orders.expire()).to.equal(0);
    orders.clock.advance(HALF_AN_HOUR_IN_SECONDS);
    expect(await orders.expire()).to.equal(1);
  });
});
