import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { orderView } from '#core/orders/order-view.ts';
import { anActor, changed, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

describe('cancelOrder', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  const replaceProduct = (id: Product['id'], fields: Parameters<typeof changed>[1]) =>
    orders.unitOfWork.run(async (tx) => tx.products.save(changed(await tx.products.get(id), fields)));

  it('cancels the order and stores the reason', async () => {
    const { id, order } = await orders.anOpenOrder();
    orders.clock.advance(60);
    const cancelled = await orders.cancel(orders.staff, id, { reason: 'Too late.' });
    expect(cancelled).to.deep.include({ version: 2, cancelReason: 'Too late.', cancelledAt: noonPlus(60) });
    expect(cancelled.state.status).to.equal('cancelled');
    expect(await orders.get(id)).to.deep.equal(cancelled);
    const [, event, ...others] = await orders.eventsOf(id);
    expect(event).to.deep.include({ type: 'order.cancelled', data: orderView(cancelled), resourceVersion: 2 });
    expect(event?.previous).to.deep.equal({
      status: 'open',
      amount_due: 39.98,
      expires_at: order.expiresAt?.toISOString(),
      cancelled_at: null,
      cancel_reason: null,
      actions: ['cancel', 'fulfill'],
    });
    expect(others).to.deep.equal([]);
    const [, entry] = await orders.timelineOf(id);
    expect(entry).to.deep.include({ type: 'cancelled', details: { reason: 'Too late.' } });
    expect(entry?.actor).to.include({ user_id: orders.staff.userId });
  });

  it('returns the stock once', async () => {
    const { id, shirt } = await orders.anOpenOrder();
    await orders.cancel(orders.staff, id);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    expect((await orders.eventsOf(shirt.id)).map(({ previous }) => previous)).to.deep.equal([
      { stock: 5 },
      { stock: 3 },
    ]);
    const error = await rejectionOf(orders.cancel(orders.staff, id));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'cancelled', actions: [] });
    expect(await orders.stockOf(shirt.id)).to.equal(5);
  });

  it('returns no stock for products that were untracked at checkout', async () => {
    const shirt = await orders.addProduct({ stock: null });
    const { id } = await orders.create(orders.staff, [[shirt, 2]]);
    await replaceProduct(shirt.id, { stock: 5 });
    await orders.cancel(orders.staff, id);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
    expect(await orders.eventsOf(shirt.id)).to.deep.equal([]);
  });

  it('returns no stock to products that are untracked or deleted by now', async () => {
    const [removed, untracked, tracked] = [
      await orders.addProduct({ stock: 5 }),
      await orders.addProduct({ stock: 5 }),
      await orders.addProduct({ stock: 5 }),
    ];
    const { id } = await orders.create(
      orders.staff,
      [removed, untracked, tracked].map((product) => [product, 2] as const),
    );
    await orders.unitOfWork.run((tx) => tx.products.remove(removed.id));
    await replaceProduct(untracked.id, { stock: null });
    await orders.cancel(orders.staff, id);
    expect(
      await orders.unitOfWork.run((tx) => tx.products.adjustStock([{ productId: removed.id, delta: 1 }], noonPlus(0))),
    ).to.deep.equal([]);
    expect(await orders.stockOf(untracked.id)).to.equal(null);
    expect(await orders.stockOf(tracked.id)).to.equal(5);
    expect(await orders.eventTypesOf(untracked.id)).to.have.lengthOf(1);
  });

  it('returns stock to archived products', async () => {
    const { id, shirt } = await orders.anOpenOrder();
    await replaceProduct(shirt.id, { status: 'archived' });
    await orders.cancel(orders.staff, id);
    expect(await orders.stockOf(shirt.id)).to.equal(5);
  });

  it('supports a dry run for an unpaid order', async () => {
    const { id, order, shirt } = await orders.anOpenOrder();
    const previewed = await orders.previewCancel(orders.staff, id);
    expect(previewed.order.state.status).to.equal('cancelled');
    expect(previewed.parts.amount.minor).to.equal(0n);
    expect(await orders.get(id)).to.deep.equal(order);
    expect(await orders.stockOf(shirt.id)).to.equal(3);
  });

  it('rejects a stale version', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.change(orders.staff, id, { email: 'zoe@example.com' });
    const error = await rejectionOf(orders.cancel(orders.staff, id, { expected: [1] }));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['email'] });
    expect((await orders.cancel(orders.staff, id, { expected: [2] })).version).to.equal(3);
  });

  it('lets buyers cancel their own orders and hides the orders of others', async () => {
    const [customer, other] = [await orders.addUser(), await orders.addUser()];
    const shirt = await orders.addProduct({ stock: 5 });
    const own = await orders.create(anActor(customer), [[shirt, 1]]);
    const [otherOrder, paid] = [await orders.create(anActor(other), [[shirt, 1]]), await orders.aPaidOrder()];
    for (const id of [otherOrder.id, paid.id, ids.next('ord')]) {
      for (const cancel of [orders.cancel, orders.previewCancel]) {
        const error = await rejectionOf(cancel(anActor(customer), id));
        expect(error).to.include({ kind: 'not_found', message: `There is no order ${id}.` });
      }
    }
    expect(await orders.get(paid.id)).to.deep.equal(paid.order);
    expect((await orders.cancel(anActor(customer), own.id)).state.status).to.equal('cancelled');
  });

  it('rejects a caller with orders:read alone', async () => {
    const [{ id, order }, analyst] = [await orders.aPaidOrder(), await orders.addUser({ role: 'analyst' })];
    const error = await rejectionOf(orders.cancel(anActor(analyst), id));
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    expect(await orders.get(id)).to.deep.equal(order);
  });
});
