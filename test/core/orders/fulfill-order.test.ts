import { expect } from 'chai';
import { orderView } from '#core/orders/order-view.ts';
import { anActor, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('fulfillOrder', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  /** An order of two shirts, and a fulfillment of some of them. */
  const anOrderOfTwo = async () => {
    const opened = await orders.anOpenOrder();
    const itemsWith = (quantity: number) => opened.order.items.map(({ id: itemId }) => ({ itemId, quantity }));
    return { ...opened, itemsWith };
  };

  it('fulfills all unfulfilled items unless items are given', async () => {
    const { id, itemsWith } = await anOrderOfTwo();
    orders.clock.advance(60);
    const part = await orders.fulfill(orders.staff, id, {
      items: itemsWith(1),
      carrier: 'DHL',
      trackingNumber: '0034',
    });
    expect(part.fulfillments).to.have.lengthOf(1);
    expect(part.fulfillments[0]).to.deep.include({
      items: itemsWith(1),
      carrier: 'DHL',
      trackingNumber: '0034',
      createdAt: noonPlus(60),
    });
    expect(part.fulfillments[0]?.id).to.match(/^ful_/);
    expect(part.state.fulfillment).to.equal('partially_fulfilled');
    const whole = await orders.fulfill(orders.staff, id);
    expect(whole.fulfillments[1]).to.deep.include({ items: itemsWith(1), carrier: null });
    expect(whole.state).to.deep.equal({ status: 'open', payment: 'unpaid', fulfillment: 'fulfilled' });
    expect(await orders.get(id)).to.deep.equal(whole);
  });

  it('emits order.updated, and order.fulfilled with the last item', async () => {
    const { id, itemsWith } = await anOrderOfTwo();
    await orders.fulfill(orders.staff, id, { items: itemsWith(1) });
    const whole = await orders.fulfill(orders.staff, id);
    expect(await orders.eventTypesOf(id)).to.deep.equal(['order.created', 'order.updated', 'order.fulfilled']);
    const [, , event] = await orders.eventsOf(id);
    expect(event).to.deep.include({ data: orderView(whole), resourceVersion: 3 });
    expect(event?.previous).to.include({ fulfillment_status: 'partially_fulfilled' });
  });

  it('records the items, the actor and the shipment on the timeline', async () => {
    const { id, itemsWith } = await anOrderOfTwo();
    const { fulfillments } = await orders.fulfill(orders.staff, id, { items: itemsWith(2), trackingNumber: '0034' });
    const [, entry, ...others] = await orders.timelineOf(id);
    expect(entry).to.deep.include({ type: 'fulfilled' });
    expect(entry?.details).to.deep.equal({
      fulfillment_id: fulfillments[0]?.id,
      items: itemsWith(2).map(({ itemId, quantity }) => ({ item_id: itemId, quantity })),
      tracking_number: '0034',
      carrier: null,
      delivered_at: null,
    });
    expect(entry?.actor).to.include({ user_id: orders.staff.userId });
    expect(others).to.deep.equal([]);
  });

  it('completes a paid order and emits the event', async () => {
    const { id } = await orders.aPaidOrder();
    const { state } = await orders.fulfill(orders.staff, id);
    expect(state).to.deep.equal({ status: 'completed', payment: 'paid', fulfillment: 'fulfilled' });
    expect(await orders.eventTypesOf(id)).to.deep.equal(['order.created', 'order.paid', 'order.fulfilled']);
    const what = (await orders.timelineOf(id)).map(({ type, details }) => [type, details]).slice(2);
    expect(what.map(([type]) => type)).to.deep.equal(['fulfilled', 'completed']);
    expect(what[1]).to.deep.equal(['completed', {}]);
  });

  it('does not change the stock again', async () => {
    const { id, shirt } = await anOrderOfTwo();
    await orders.fulfill(orders.staff, id);
    expect(await orders.stockOf(shirt.id)).to.equal(3);
    expect(await orders.eventTypesOf(shirt.id)).to.have.lengthOf(1);
  });

  it('rejects more than the unfulfilled quantity, also across fulfillments', async () => {
    const { id, itemsWith } = await anOrderOfTwo();
    const attempts = [1, 2, 3].map(() => orders.fulfill(orders.staff, id, { items: itemsWith(2) }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect((await orders.get(id)).fulfillments).to.have.lengthOf(1);
  });

  it('checks the order state before the items', async () => {
    const { id } = await anOrderOfTwo();
    await orders.cancel(orders.staff, id);
    const items = [{ itemId: ids.next('item'), quantity: 1 }];
    const error = await rejectionOf(orders.fulfill(orders.staff, id, { items }));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'cancelled', actions: [] });
  });

  it('rejects items of other orders', async () => {
    const [{ id, order }, { itemsWith }] = [await anOrderOfTwo(), await anOrderOfTwo()];
    const error = await rejectionOf(orders.fulfill(orders.staff, id, { items: itemsWith(1) }));
    expect(error).to.include({ kind: 'invalid', code: 'unknown_reference' });
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('requires orders:write, even from the buyer', async () => {
    const [shirt, customer] = [await orders.addProduct(), await orders.addUser()];
    const { id } = await orders.create(anActor(customer), [[shirt, 1]]);
    for (const order of [id, ids.next('ord')]) {
      const error = await rejectionOf(orders.fulfill(anActor(customer), order));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.deep.include({ required_scope: 'orders:write' });
    }
    expect(await rejectionOf(orders.fulfill(orders.staff, ids.next('ord')))).to.include({ kind: 'not_found' });
  });
});
