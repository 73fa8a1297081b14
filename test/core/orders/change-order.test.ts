import { expect } from 'chai';
import type { OrderDetails } from '#core/orders/order-details.ts';
import { orderView } from '#core/orders/order-view.ts';
import { anActor, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

const DETAILS: OrderDetails = {
  email: 'zoe@example.com',
  shipping_address: { line1: 'Rua Augusta 1', city: 'Lisboa', country: 'PT' },
  metadata: { channel: 'newsletter', gift: 'yes' },
};

describe('changeOrder', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  const anOrderWith = async (details: OrderDetails = DETAILS) =>
    orders.create(orders.staff, [[await orders.addProduct(), 1]], { details });

  it('changes only the fields of the patch', async () => {
    const before = await anOrderWith();
    orders.clock.advance(60);
    const after = await orders.change(orders.staff, before.id, { email: 'other@example.com' });
    expect(after).to.deep.equal({ ...before, email: 'other@example.com', version: 2, updatedAt: noonPlus(60) });
    expect(await orders.get(before.id)).to.deep.equal(after);
  });

  it('merges addresses and metadata and removes null fields', async () => {
    const { id, shippingAddress } = await anOrderWith();
    const address = { line1: 'Rua do Ouro 2', city: null };
    const after = await orders.change(orders.staff, id, {
      shipping_address: address,
      metadata: { gift: null, a: 'b' },
    });
    expect(after.shippingAddress).to.deep.equal({ ...shippingAddress, line1: 'Rua do Ouro 2', city: null });
    expect(after.metadata).to.deep.equal({ channel: 'newsletter', a: 'b' });
    const none = await orders.change(orders.staff, id, { email: null, shipping_address: null, metadata: null });
    expect(none).to.deep.include({ email: null, shippingAddress: null, metadata: {} });
  });

  it('rejects an incomplete address', async () => {
    const { id } = await anOrderWith();
    const error = await rejectionOf(orders.change(orders.staff, id, { billing_address: { city: 'Porto' } }));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    const paths = error.fieldErrors.map(({ path }) => path.join('/'));
    expect(paths).to.deep.equal(['billing_address/line1', 'billing_address/country']);
    expect((await orders.get(id)).version).to.equal(1);
  });

  it('emits an event with the previous values', async () => {
    const { id } = await anOrderWith();
    const after = await orders.change(orders.staff, id, { email: 'other@example.com', metadata: { gift: null } });
    const [, event, ...others] = await orders.eventsOf(id);
    expect(event).to.deep.include({ type: 'order.updated', resourceVersion: 2, data: orderView(after) });
    expect(event?.previous).to.deep.equal({ email: DETAILS.email, metadata: DETAILS.metadata });
    expect(others).to.deep.equal([]);
  });

  it('lists the changed fields on the timeline without their values', async () => {
    const { id } = await anOrderWith();
    await orders.change(orders.staff, id, {
      email: 'other@example.com',
      metadata: { gift: 'yes' },
      billing_address: null,
    });
    await orders.change(orders.staff, id, { shipping_address: { city: 'Porto' }, metadata: { gift: 'no' } });
    const entries = (await orders.timelineOf(id)).map(({ type, details }) => [type, details]);
    expect(entries.slice(1)).to.deep.equal([
      ['updated', { fields: ['email'] }],
      ['updated', { fields: ['shipping_address', 'metadata'] }],
    ]);
  });

  it('rejects a stale version', async () => {
    const { id } = await anOrderWith();
    await orders.change(orders.staff, id, { email: 'other@example.com' }, [1]);
    const error = await rejectionOf(orders.change(orders.staff, id, { email: null }, [1]));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['email'] });
  });

  it('rejects a new e-mail for an order that is not open', async () => {
    const { id } = await anOrderWith();
    await orders.cancel(orders.staff, id);
    const error = await rejectionOf(orders.change(orders.staff, id, { email: null }));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(error.details).to.deep.equal({ current_state: 'cancelled', actions: [] });
  });

  it('changes metadata and external id in any state', async () => {
    const { id } = await anOrderWith();
    await orders.cancel(orders.staff, id);
    const after = await orders.change(orders.staff, id, { external_id: 'ERP-1', metadata: { gift: null, a: 'b' } });
    expect(after).to.deep.include({ externalId: 'ERP-1', metadata: { channel: 'newsletter', a: 'b' }, version: 3 });
    expect(after.state.status).to.equal('cancelled');
    expect((await orders.timelineOf(id)).at(-1)).to.deep.include({
      type: 'updated',
      details: { fields: ['external_id', 'metadata'] },
    });
    expect((await orders.auditOf(id)).at(-1)).to.deep.include({
      action: 'order.updated',
      before: { external_id: null, metadata: '[withheld]' },
      after: { external_id: 'ERP-1', metadata: '[withheld]' },
    });
    const error = await rejectionOf(orders.change(orders.staff, id, { metadata: null, email: null }));
    expect(error).to.include({ code: 'invalid_state' });
  });

  it('changes the external id while the order is being cancelled, and the cancellation completes', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.beginCancelling(id);
    await orders.change(orders.staff, id, { external_id: 'ERP-1' });
    expect(await orders.resume()).to.equal(false);
    orders.clock.advance(61);
    expect(await orders.resume()).to.equal(true);
    expect(await orders.get(id)).to.deep.include({ externalId: 'ERP-1' });
    expect((await orders.get(id)).state.status).to.equal('cancelled');
  });

  it('rejects the external id of another order, and allows one that no order has any more', async () => {
    const [one, other] = [await anOrderWith({ external_id: 'ERP-1' }), await anOrderWith({})];
    for (const attempt of [
      () => orders.change(orders.staff, other.id, { external_id: 'ERP-1' }),
      () => anOrderWith({ external_id: 'ERP-1' }),
    ]) {
      expect(await rejectionOf(attempt())).to.include({ kind: 'conflict', code: 'already_exists' });
    }
    await orders.change(orders.staff, one.id, { external_id: null });
    expect((await orders.change(orders.staff, other.id, { external_id: 'ERP-1' })).externalId).to.equal('ERP-1');
  });

  it('rejects external ids from customers, whether they exist or not', async () => {
    const customer = anActor(await orders.addUser());
    const own = await orders.create(customer, [[await orders.addProduct(), 1]]);
    await anOrderWith({ external_id: 'ERP-1' });
    for (const external_id of ['ERP-1', 'ERP-2', null]) {
      const error = await rejectionOf(orders.change(customer, own.id, { external_id }));
      expect(error).to.include({
        code: 'validation_failed',
        message: 'external_id must be omitted: only the shop writes it',
      });
    }
    const create = orders.create(customer, [[await orders.addProduct(), 1]], { details: { external_id: 'ERP-2' } });
    expect(await rejectionOf(create)).to.include({ code: 'validation_failed' });
  });

  it('lets buyers change their own orders and hides the orders of others', async () => {
    const [shirt, customer, other] = [await orders.addProduct(), await orders.addUser(), await orders.addUser()];
    const own = await orders.create(anActor(customer), [[shirt, 1]]);
    const otherOrder = await orders.create(anActor(other), [[shirt, 1]]);
    for (const id of [otherOrder.id, (await anOrderWith()).id, ids.next('ord')]) {
      // a stale version is not reported for an order that the caller may not see
      const error = await rejectionOf(orders.change(anActor(customer), id, { email: null }, [7]));
      expect(error).to.include({ kind: 'not_found', message: `There is no order ${id}.` });
    }
    const changed = await orders.change(anActor(customer), own.id, { metadata: { note: 'ring twice' } });
    expect(changed.metadata).to.deep.equal({ note: 'ring twice' });
  });

  it('rejects a caller with orders:read alone', async () => {
    const [{ id }, analyst] = [await anOrderWith(), await orders.addUser({ role: 'analyst' })];
    const error = await rejectionOf(orders.change(anActor(analyst), id, { email: null }));
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
  });
});
