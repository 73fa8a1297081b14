import { expect } from 'chai';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { anActor, ids, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, applyHistory, everyHistory } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('addNote', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('adds the note with its author to the timeline and leaves the order unchanged', async () => {
    const { id, order } = await orders.anOpenOrder();
    orders.clock.advance(60);
    const note = await orders.addNote(orders.staff, id, 'Call before noon.');
    expect(note).to.deep.include({
      orderId: id,
      type: 'note',
      details: { text: 'Call before noon.' },
      at: noonPlus(60),
    });
    expect((await orders.timelineOf(id)).at(-1)).to.deep.equal(timelineEntryView(note));
    expect(timelineEntryView(note).actor).to.include({ user_id: orders.staff.userId });
    expect(await orders.get(id)).to.deep.equal(order);
    expect(await orders.eventTypesOf(id)).to.deep.equal(['order.created']);
  });

  it('hides the note and its author from the buyer', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.addNote(orders.staff, id, 'Call before noon.');
    await orders.cancel(orders.staff, id);
    const seen = (await orders.timelineOf(id, 'buyer')).map(({ type, actor }) => [type, actor]);
    expect(seen).to.deep.equal([
      ['created', null],
      ['cancelled', null],
    ]);
  });

  it('accepts a note in every order state', async () => {
    for (const history of everyHistory()) {
      const order = applyHistory(aGuestOrder(), history);
      await orders.unitOfWork.run((tx) => tx.orders.add(order, []));
      const note = await orders.addNote(orders.staff, order.id, 'They called.');
      expect(note, JSON.stringify(order.state)).to.include({ orderId: order.id, type: 'note' });
    }
  });

  it('requires orders:write, even from the buyer', async () => {
    const [shirt, customer] = [await orders.addProduct(), await orders.addUser()];
    const { id } = await orders.create(anActor(customer), [[shirt, 1]]);
    for (const actor of [anActor(customer), anActor(await orders.addUser({ role: 'analyst' }))]) {
      const error = await rejectionOf(orders.addNote(actor, id, 'Call before noon.'));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.include({ required_scope: 'orders:write' });
    }
    expect(await orders.timelineOf(id)).to.have.lengthOf(1);
  });

  it('rejects an unknown order', async () => {
    expect(await rejectionOf(orders.addNote(orders.staff, ids.next('ord'), 'x'))).to.include({ kind: 'not_found' });
  });
});
