import { expect } from 'chai';
import { dollars } from '../../support/order-builders.ts';
import { refusalOf } from '../../support/refusal.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('cancelOrder, of what somebody paid for', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('gives the money back first', async () => {
    const { id, shirt } = await orders.aPaidOrder();
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(cancelled.amountRefunded).to.deep.equal(dollars(39.98));
    expect(await orders.typesOf(id)).to.deep.equal(['order.created', 'order.paid', 'order.updated', 'order.cancelled']);
    const what = (await orders.timelineOf(id)).map(({ type }) => type);
    expect(what).to.deep.equal(['created', 'paid', 'refunded', 'cancelled']);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
  });

  it('gives back the rest where some was given back before', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.record(id, { kind: 'refunded', amount: dollars(9.98) });
    const { amountPaid, amountRefunded } = await orders.cancel(orders.staff, id);
    expect(amountRefunded).to.deep.equal(amountPaid);
  });

  it('lets go first of whoever stands for it', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'authorized' });
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'unpaid' });
    const what = (await orders.timelineOf(id)).map(({ type }) => type);
    expect(what).to.deep.equal(['created', 'authorized', 'voided', 'cancelled']);
  });

  it('cannot be rehearsed, and gives nothing back then', async () => {
    const { id, order } = await orders.aPaidOrder();
    const refusal = await refusalOf(orders.prepareCancel(orders.staff, id, { isRehearsal: true }));
    expect(refusal).to.include({ kind: 'invalid', code: 'dry_run_unsupported' });
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('builds on the version before the money was given back', async () => {
    const { id, order } = await orders.aPaidOrder();
    const cancelled = await orders.cancel(orders.staff, id, { expected: [order.version] });
    expect(cancelled).to.include({ version: order.version + 2 });
  });

  it('gives nothing back to a writer who builds on another version', async () => {
    const { id, order } = await orders.aPaidOrder();
    const refusal = await refusalOf(orders.cancel(orders.staff, id, { expected: [order.version - 1] }));
    expect(refusal).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(refusal.details).to.include({ current_version: order.version });
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('gives nothing back for what cannot be cancelled', async () => {
    const { id, order } = await orders.aPaidOrder();
    const [item] = order.items;
    const sent = await orders.fulfill(orders.staff, id, { items: item && [{ itemId: item.id, quantity: 1 }] });
    for (const isRehearsal of [false, true]) {
      const refusal = await refusalOf(orders.cancel(orders.staff, id, { isRehearsal }));
      expect(refusal).to.include({ code: 'invalid_state' });
      expect(refusal.details).to.deep.equal({ current_state: 'partially_fulfilled', actions: ['fulfill'] });
    }
    expect(await orders.get(id)).to.deep.equal(sent);
  });

  it('gives way to a payment that comes in between', async () => {
    for (const payment of [{ kind: 'authorized' }, { kind: 'paid', amount: dollars(39.98) }] as const) {
      const { id, shirt } = await orders.anOpenOrder();
      const work = await orders.prepareCancel(orders.staff, id);
      const paid = await orders.record(id, payment);
      const refusal = await refusalOf(orders.unitOfWork.run(work));
      expect(refusal).to.include({ kind: 'conflict', code: 'conflict' });
      expect(await orders.get(id)).to.deep.equal(paid);
      expect(await orders.stockOf(shirt.id)).to.equal(3);
      expect((await orders.cancel(orders.staff, id)).state.status).to.equal('cancelled');
    }
  });

  it('gives way to a payment that comes in once the first was given back', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'authorized' });
    const work = await orders.prepareCancel(orders.staff, id);
    await orders.record(id, { kind: 'paid', amount: dollars(39.98) });
    expect(await refusalOf(orders.unitOfWork.run(work))).to.include({ kind: 'conflict', code: 'conflict' });
  });

  it('ends one that was refunded after a part was sent, and gives back the pieces that were not', async () => {
    const { id, shirt, order } = await orders.aPaidOrder();
    const [item] = order.items;
    if (item === undefined) throw new TypeError('An order has an item.');
    await orders.fulfill(orders.staff, id, { items: [{ itemId: item.id, quantity: 1 }] });
    expect(await refusalOf(orders.cancel(orders.staff, id))).to.include({ code: 'invalid_state' });
    await orders.record(id, { kind: 'refunded', amount: dollars(39.98) });
    const cancelled = await orders.cancel(orders.staff, id);
    expect(cancelled.state).to.include({ status: 'cancelled', payment: 'refunded' });
    expect(await orders.stockOf(shirt.id)).to.equal(4);
  });
});
