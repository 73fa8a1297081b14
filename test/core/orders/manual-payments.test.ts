import { expect } from 'chai';
import { Order, type OrderId } from '#core/orders/order.ts';
import { ids } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

/** Ways to pay for an order of 39.98, with the entries of their reversal. */
const PAID_FOR: Readonly<Record<string, readonly [string[], (orders: Orders, id: OrderId) => Promise<unknown>]>> = {
  'was paid': [['refunded'], (orders, id) => orders.record(id, { kind: 'paid', amount: dollars(39.98) })],
  'was paid in part': [['refunded'], (orders, id) => orders.record(id, { kind: 'paid', amount: dollars(1) })],
  'somebody stands for': [['voided'], (orders, id) => orders.record(id, { kind: 'authorized' })],
  'was paid in part, and somebody stands for': [
    ['voided', 'refunded'],
    async (orders, id) => {
      await orders.record(id, { kind: 'authorized' });
      await orders.record(id, { kind: 'paid', amount: dollars(1) });
    },
  ],
  'was refunded in part': [
    ['refunded'],
    async (orders, id) => {
      await orders.record(id, { kind: 'paid', amount: dollars(39.98) });
      await orders.record(id, { kind: 'refunded', amount: dollars(9.98) });
    },
  ],
};

describe('manual payments', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  for (const [how, [recorded, prepare]] of Object.entries(PAID_FOR)) {
    it(`release all money of an order that ${how}, and can be repeated`, async () => {
      const { id } = await orders.anOpenOrder();
      await prepare(orders, id);
      await orders.beginCancelling(id);
      const entryCount = (await orders.timelineOf(id)).length;
      await orders.payments.reverse(id, orders.staff);
      const reversed = await orders.get(id);
      expect(Order.isPaidFor(reversed)).to.equal(false);
      expect(Order.amountHeld(reversed)).to.deep.equal(dollars(0));
      const entries = (await orders.timelineOf(id)).slice(entryCount);
      expect(entries.map(({ type }) => type)).to.deep.equal(recorded);
      expect(entries.map(({ actor }) => actor?.user_id)).to.deep.equal(recorded.map(() => orders.staff.userId));
      await orders.payments.reverse(id, orders.staff);
      expect(await orders.get(id)).to.deep.equal(reversed);
    });
  }

  it('do nothing for an unpaid order', async () => {
    const { id, order } = await orders.anOpenOrder();
    await orders.payments.reverse(id, orders.staff);
    expect(await orders.get(id)).to.deep.equal(order);
    expect(await orders.eventTypesOf(id)).to.deep.equal(['order.created']);
  });

  it('do nothing for an order that is not being cancelled', async () => {
    const { id, order } = await orders.aPaidOrder();
    await orders.payments.reverse(id, orders.staff);
    expect(await orders.get(id)).to.deep.equal(order);
  });

  it('refund once under concurrent calls', async () => {
    const { id } = await orders.aPaidOrder();
    await orders.beginCancelling(id);
    await Promise.all([1, 2, 3].map(() => orders.payments.reverse(id, orders.staff)));
    expect((await orders.get(id)).amountRefunded).to.deep.equal(dollars(39.98));
  });

  it('reject an unknown order', async () => {
    expect(await rejectionOf(orders.payments.reverse(ids.next('ord'), orders.staff))).to.include({
      kind: 'not_found',
    });
  });
});
