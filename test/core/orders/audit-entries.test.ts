import { expect } from 'chai';
import type { OrderDetails } from '#core/orders/order-details.ts';
import { Actor } from '#core/shared/actor.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

const DETAILS: OrderDetails = {
  email: 'zoe@example.com',
  shipping_address: { name: 'Zoë', line1: 'Rua Augusta 1', country: 'PT' },
  metadata: { nickname: 'Zozo' },
};

const OTHERS: OrderDetails = {
  email: 'other@example.com',
  billing_address: { name: 'Zozo', line1: 'Rua do Ouro 2', country: 'PT' },
  metadata: { nickname: 'Zozi' },
};

describe('order audit entries', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  it('record the action, the actor and the changed amounts', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.record(id, { kind: 'refunded', amount: dollars(1) });
    await orders.fulfill(orders.staff, id);
    const entries = await orders.auditOf(id);
    expect(entries.map(({ action }) => action)).to.deep.equal(['order.paid', 'order.refunded', 'order.fulfilled']);
    expect(entries.map(({ before, after }) => [before, after])).to.deep.equal([
      [
        { payment_status: 'unpaid', amount_paid: 0 },
        { payment_status: 'paid', amount_paid: 39.98 },
      ],
      [
        { payment_status: 'paid', amount_refunded: 0 },
        { payment_status: 'partially_refunded', amount_refunded: 1 },
      ],
      [
        { status: 'open', fulfillment_status: 'unfulfilled', items: '[withheld]', fulfillments: [] },
        { status: 'completed', fulfillment_status: 'fulfilled', items: '[withheld]', fulfillments: '[withheld]' },
      ],
    ]);
    for (const { actor, resource, request_id } of entries) {
      expect(actor).to.include({ kind: 'api_key', user_id: orders.staff.userId });
      expect({ resource, request_id }).to.deep.equal({ resource: { type: 'order', id }, request_id: 'a-request' });
    }
  });

  it('contain no personal data of the buyer', async () => {
    const shirt = await orders.addProduct();
    const { id } = await orders.create(orders.staff, [[shirt, 1]], { details: DETAILS });
    await orders.change(orders.staff, id, OTHERS);
    await orders.addNote(orders.staff, id, 'Zozo called.');
    await orders.cancel(orders.staff, id, { reason: 'Zozo moved away.' });
    const entries = await orders.auditOf(id);
    const withheld = '[withheld]';
    expect(entries.map(({ action, before, after }) => [action, before, after])).to.deep.equal([
      [
        'order.updated',
        { email: withheld, billing_address: null, metadata: withheld },
        { email: withheld, billing_address: withheld, metadata: withheld },
      ],
      ['order.cancelled', { status: 'open', cancel_reason: null }, { status: 'cancelled', cancel_reason: withheld }],
    ]);
    expect(JSON.stringify(entries)).to.not.match(/example\.com|Zo|Rua|moved/i);
  });

  it('are not written for the service’s own actions', async () => {
    const { id } = await orders.anOpenOrder();
    await orders.record(id, { kind: 'paid', amount: dollars(39.98) }, Actor.system);
    await orders.record(id, { kind: 'refunded', amount: dollars(39.98) }, Actor.system);
    expect(await orders.auditOf(id)).to.deep.equal([]);
  });
});
