import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { anActor, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

const FUTURE = 'must not be in the future: it is 2026-11-20T13:00:00.000Z';

const beforeOrder = (hour: number): string =>
  `must not be before 2026-11-20T${hour}:00:00.000Z, when the order was created`;

describe('changeTracking', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  const aFulfilledOrder = async (fields: object = {}) => {
    const { id } = await orders.aPaidOrder();
    const order = await orders.fulfill(orders.staff, id, fields);
    const [fulfillment] = order.fulfillments;
    if (fulfillment === undefined) throw new TypeError('The order has a fulfillment.');
    return { id, order, fulfillmentId: fulfillment.id };
  };

  it('adds and corrects tracking after the order was completed', async () => {
    const { id, order, fulfillmentId } = await aFulfilledOrder();
    expect(order.state.status).to.equal('completed');
    orders.clock.advance(60);
    const added = await orders.changeTracking(id, fulfillmentId, { trackingNumber: '0034', carrier: 'DHL' });
    expect(added.fulfillments).to.deep.equal([{ ...order.fulfillments[0], trackingNumber: '0034', carrier: 'DHL' }]);
    expect(added).to.deep.include({ state: order.state, version: order.version + 1, updatedAt: noonPlus(60) });
    const corrected = await orders.changeTracking(id, fulfillmentId, { trackingNumber: '0035' });
    expect(corrected.fulfillments[0]).to.deep.include({ trackingNumber: '0035', carrier: 'DHL' });
    const removed = await orders.changeTracking(id, fulfillmentId, { carrier: null });
    expect(removed.fulfillments[0]).to.deep.include({ trackingNumber: '0035', carrier: null });
    expect(await orders.get(id)).to.deep.equal(removed);
  });

  it('adds, corrects and removes when the items were delivered', async () => {
    const { id, fulfillmentId } = await aFulfilledOrder({ trackingNumber: '0034' });
    orders.clock.advance(7_200);
    for (const deliveredAt of [noonPlus(3_600), noonPlus(7_200), NOON, null]) {
      const changed = await orders.changeTracking(id, fulfillmentId, { deliveredAt });
      expect(changed.fulfillments[0]).to.deep.include({ deliveredAt, trackingNumber: '0034' });
      expect(await orders.get(id)).to.deep.equal(changed);
      expect((await orders.timelineOf(id)).at(-1)?.details).to.deep.include({
        delivered_at: deliveredAt?.toISOString() ?? null,
      });
    }
  });

  it('rejects a delivery that is to come, or that is older than the order, and keeps what it was', async () => {
    const { id, order, fulfillmentId } = await aFulfilledOrder();
    orders.clock.advance(3_600);
    const { id: open } = await orders.anOpenOrder();
    const [future, past] = [noonPlus(3_600.001), noonPlus(-0.001)];
    for (const [attempt, code, message] of [
      [orders.changeTracking(id, fulfillmentId, { deliveredAt: future }), 'date.max', FUTURE],
      [orders.fulfill(orders.staff, open, { deliveredAt: future }), 'date.max', FUTURE],
      [orders.changeTracking(id, fulfillmentId, { deliveredAt: past }), 'date.min', beforeOrder(12)],
      [orders.fulfill(orders.staff, open, { deliveredAt: NOON }), 'date.min', beforeOrder(13)],
    ] as const) {
      const { code: kind, fieldErrors } = await rejectionOf(attempt);
      expect(kind).to.equal('validation_failed');
      expect(fieldErrors).to.deep.equal([{ path: ['delivered_at'], code, message }]);
    }
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('changes one fulfillment of several', async () => {
    const { id, order } = await orders.anOpenOrder();
    const items = order.items.map(({ id: itemId }) => ({ itemId, quantity: 1 }));
    for (const carrier of ['DHL', 'UPS']) await orders.fulfill(orders.staff, id, { items, carrier });
    const [, second] = (await orders.get(id)).fulfillments;
    if (second === undefined) throw new TypeError('The order has two fulfillments.');
    const changed = await orders.changeTracking(id, second.id, { trackingNumber: '0035' });
    expect(changed.fulfillments.map((each) => [each.carrier, each.trackingNumber])).to.deep.equal([
      ['DHL', null],
      ['UPS', '0035'],
    ]);
  });

  it('emits an event, writes the timeline and is audited', async () => {
    const { id, order, fulfillmentId } = await aFulfilledOrder();
    const after = await orders.changeTracking(id, fulfillmentId, { trackingNumber: '0034' });
    const event = (await orders.eventsOf(id)).at(-1);
    expect(event).to.deep.include({ type: 'order.updated', data: orderView(after) });
    expect(event?.previous).to.deep.equal({ fulfillments: orderView(order).fulfillments });
    expect((await orders.timelineOf(id)).at(-1)).to.deep.include({
      type: 'tracking_updated',
      details: { fulfillment_id: fulfillmentId, tracking_number: '0034', carrier: null, delivered_at: null },
    });
    expect((await orders.auditOf(id)).at(-1)).to.include({ action: 'order.tracking_updated' });
  });

  it('writes nothing without a change', async () => {
    const { id, order, fulfillmentId } = await aFulfilledOrder({ carrier: 'DHL' });
    for (const patch of [{}, { carrier: 'DHL' }, { trackingNumber: null }, { deliveredAt: null }]) {
      expect(await orders.changeTracking(id, fulfillmentId, patch)).to.deep.equal(order);
    }
    expect((await orders.get(id)).version).to.equal(order.version);
  });

  it('rejects an order whose buyer was erased, whose tracking led to an address', async () => {
    const user = await orders.addUser();
    const { id } = await orders.create(orders.staff, [[await orders.addProduct(), 1]], { userId: user.id });
    const { fulfillments } = await orders.fulfill(orders.staff, id, { trackingNumber: '0034' });
    await orders.unitOfWork.run((tx) => tx.orders.erase({ userId: user.id, emailKey: undefined }, noonPlus(60)));
    const erased = await orders.get(id);
    expect(erased.fulfillments[0]?.trackingNumber).to.equal(null);
    const [fulfillment] = fulfillments;
    const attempt = orders.changeTracking(id, fulfillment?.id ?? ids.next('ful'), { trackingNumber: '0034' });
    const error = await rejectionOf(attempt);
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(error.details).to.deep.include({ current_state: 'erased' });
    expect(await orders.get(id)).to.deep.equal(erased);
  });

  it('rejects fulfillments of other orders, stale versions and callers without orders:write', async () => {
    const [{ id, order, fulfillmentId }, other] = [await aFulfilledOrder(), await aFulfilledOrder()];
    const attempts: readonly (readonly [string, OrderId, typeof fulfillmentId, ExpectedVersions])[] = [
      ['not_found', id, other.fulfillmentId, undefined],
      ['not_found', ids.next('ord'), fulfillmentId, undefined],
      ['version_mismatch', id, fulfillmentId, [order.version - 1]],
    ];
    for (const [code, orderId, fulfillment, expected] of attempts) {
      const attempt = orders.changeTracking(orderId, fulfillment, { carrier: 'UPS' }, { expected });
      expect(await rejectionOf(attempt)).to.include({ code });
    }
    const actor = anActor(await orders.addUser());
    const attempt = orders.changeTracking(id, fulfillmentId, { carrier: 'UPS' }, { actor });
    expect(await rejectionOf(attempt)).to.include({ kind: 'forbidden' });
  });
});
