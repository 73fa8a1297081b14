import { expect } from 'chai';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { anActor, ids, noonPlus } from '../../support/builders.ts';
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
    const note = await orders.note(orders.staff, id, 'Call before noon.');
    expect(note).to.deep.include({
      orderId: id,
      type: 'note',
      details: { text: 'Call before noon.' },
      at: noonPlus(60),
    });
    expect((await orders.timelineOf(id)).at(-1)).to.deep.equal(timelineEntryView(note));
    expect(timelineEntryView(note).actor).to.include({ user_id: orders.staff.userId });
    expect(await orders.get(id)).to.deep.equal(order);
    expect(await orders.typesOf(id)).to.deep.equal(['order.created']);
  });

  it('hides the note and its author from the buyer', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.note(orders.staff, id, 'Call before noon.');
    await orders.cancel(orders.staff, id);
    const seen = (await orders.timelineOf(id, 'buyer')).map(({ type, actor }) => [type, actor]);
    expect(seen).to.deep.equal([
      ['created', null],
      ['cancelled', null],
    ]);
  });

  it('accepts a note in every order state', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.cancel(orders.staff, id);
    expect((await orders.note(orders.staff, id, 'They called.')).type).to.equal('note');
  });

  it('requires orders:write, even from the buyer', async () => {
    const [shirt, customer] = [await orders.sell(), await orders.join()];
    const { id } = await orders.create(anActor(customer), [[shirt, 1]]);
    for (const actor of [anActor(customer), anActor(await orders.join({ role: 'analyst' }))]) {
      const error = await rejectionOf(orders.note(actor, id, 'Call before noon.'));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.include({ required_scope: 'orders:write' });
    }
    expect(await orders.timelineOf(id)).to.have.lengthOf(1);
  });

  it('rejects an unknown order', async () => {
    expect(await rejectionOf(orders.note(orders.staff, ids.next('ord'), 'x'))).to.include({ kind: 'not_found' });
  });
});
