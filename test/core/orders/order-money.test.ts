import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { aFulfillment, anItem, anOrder, dollars, timingAt } from '../../support/builders/order-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

/** An order of 30 dollars. */
const thirty = (): Order => anOrder({ items: [anItem({ unitPrice: dollars(10), quantity: 3 })] });

const paid = (order: Order, ...amounts: readonly number[]): Order =>
  amounts.reduce((current, amount) => OrderMoney.pay(current, dollars(amount), timingAt(NOON)), order);

const refunded = (order: Order, ...amounts: readonly number[]): Order =>
  amounts.reduce((current, amount) => OrderMoney.refund(current, dollars(amount), timingAt(NOON)), order);

const sumsOf = (order: Order) => ({
  payment: order.state.payment,
  paid: order.amountPaid.toNumber(),
  refunded: order.amountRefunded.toNumber(),
  due: Order.amountDue(order).toNumber(),
  held: Order.amountHeld(order).toNumber(),
});

const expectNoAmount = async (attempt: () => unknown, most: string) => {
  const error = await thrownBy(attempt);
  expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
  const message = `must be more than 0 and at most ${most}`;
  expect(error.fieldErrors).to.deep.equal([{ path: ['amount'], code: 'number.max', message }]);
};

describe('order amounts', () => {
  describe('authorized', () => {
    it('stops expiry and keeps the full amount due', () => {
      const order = OrderMoney.authorize(thirty(), NOON);
      expect(order.expiresAt).to.equal(null);
      expect(Order.isPaidFor(order)).to.equal(true);
      expect(sumsOf(order)).to.deep.equal({ payment: 'authorized', paid: 0, refunded: 0, due: 30, held: 0 });
    });

    it('is paid by capturing the authorization', () => {
      expect(paid(OrderMoney.authorize(thirty(), NOON), 30).state.payment).to.equal('paid');
    });

    it('stays authorized after a partial capture', () => {
      const order = paid(OrderMoney.authorize(thirty(), NOON), 10);
      expect(sumsOf(order)).to.deep.equal({ payment: 'authorized', paid: 10, refunded: 0, due: 20, held: 10 });
    });

    it('ends with a void, which restarts the deadline', () => {
      const order = OrderMoney.void(OrderMoney.authorize(thirty(), NOON), timingAt(noonPlus(600)));
      expect(order.state.payment).to.equal('unpaid');
      expect(order.expiresAt).to.deep.equal(noonPlus(600 + 1800));
      expect(Order.isPaidFor(order)).to.equal(false);
    });

    it('keeps a partially fulfilled order from expiring', () => {
      const authorized = OrderMoney.authorize(thirty(), NOON);
      const [item] = authorized.items;
      const order = Order.fulfill(authorized, aFulfillment(authorized, item && [{ itemId: item.id, quantity: 1 }]));
      expect(OrderMoney.void(order, timingAt(NOON)).expiresAt).to.equal(null);
    });

    it('leaves a partially paid order with a deadline when it ends', () => {
      const order = OrderMoney.void(paid(OrderMoney.authorize(thirty(), NOON), 10), timingAt(noonPlus(600)));
      expect([order.state.payment, order.expiresAt]).to.deep.equal(['partially_paid', noonPlus(600 + 1800)]);
    });
  });

  describe('paid', () => {
    it('is paid by exactly the amount due and stops expiring', () => {
      const order = paid(thirty(), 30);
      expect(order.expiresAt).to.equal(null);
      expect(order.state.status).to.equal('open');
      expect(sumsOf(order)).to.deep.equal({ payment: 'paid', paid: 30, refunded: 0, due: 0, held: 30 });
    });

    it('accepts partial payments, each of which starts the deadline again', () => {
      const part = paid(thirty(), 0.01);
      expect(OrderMoney.pay(part, dollars(1), timingAt(noonPlus(60))).expiresAt).to.deep.equal(noonPlus(60 + 1800));
      const sums = { payment: 'partially_paid', paid: 0.01, refunded: 0, due: 29.99, held: 0.01 };
      expect(sumsOf(part)).to.deep.equal(sums);
      expect(sumsOf(paid(part, 20, 9.98)).payment).to.equal('partially_paid');
      expect(sumsOf(paid(part, 20, 9.99))).to.include({ payment: 'paid', paid: 30, due: 0 });
    });

    it('adds partial payments exactly', () => {
      const order = anOrder({ items: [anItem({ unitPrice: dollars(0.3) })] });
      expect(sumsOf(paid(order, 0.1, 0.2))).to.include({ payment: 'paid', paid: 0.3, due: 0 });
    });

    it('rejects zero, negative amounts and more than the amount due', async () => {
      const order = paid(thirty(), 10);
      for (const amount of [20.01, 30, 0, -5]) {
        await expectNoAmount(() => OrderMoney.pay(order, dollars(amount), timingAt(NOON)), '20.00');
      }
    });

    it('rejects a second payment', async () => {
      const error = await thrownBy(() => OrderMoney.pay(paid(thirty(), 30), dollars(30), timingAt(NOON)));
      expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
      expect(error.details).to.deep.equal({ current_state: 'paid', actions: ['cancel', 'fulfill'] });
    });

    it('completes a fulfilled order', () => {
      const order = thirty();
      const whole = Order.fulfill(order, aFulfillment(order));
      expect(paid(whole, 10).state).to.deep.equal({
        status: 'open',
        payment: 'partially_paid',
        fulfillment: 'fulfilled',
      });
      expect(paid(whole, 10, 20).state).to.deep.equal({
        status: 'completed',
        payment: 'paid',
        fulfillment: 'fulfilled',
      });
    });

    it('rejects another currency', () => {
      const yen = Money.ofMinor(10n, 'JPY' as Currency);
      expect(() => OrderMoney.pay(thirty(), yen, timingAt(NOON))).to.throw(TypeError);
    });
  });

  describe('refunded', () => {
    it('accepts a partial and then a full refund', () => {
      const part = refunded(paid(thirty(), 30), 0.01);
      expect(sumsOf(part)).to.deep.equal({
        payment: 'partially_refunded',
        paid: 30,
        refunded: 0.01,
        due: 0,
        held: 29.99,
      });
      expect(sumsOf(refunded(part, 20)).payment).to.equal('partially_refunded');
      expect(sumsOf(refunded(part, 20, 9.99))).to.deep.equal({
        payment: 'refunded',
        paid: 30,
        refunded: 30,
        due: 0,
        held: 0,
      });
      expect(sumsOf(refunded(paid(thirty(), 30), 30)).payment).to.equal('refunded');
    });

    it('rejects zero, negative amounts and more than the amount paid', async () => {
      const order = refunded(paid(thirty(), 30), 10);
      for (const amount of [20.01, 30, 0, -5]) {
        await expectNoAmount(() => OrderMoney.refund(order, dollars(amount), timingAt(NOON)), '20.00');
      }
      await expectNoAmount(() => OrderMoney.refund(thirty(), dollars(1), timingAt(NOON)), '0.00');
    });

    it('becomes due again and can be paid in full', () => {
      const part = refunded(paid(thirty(), 10), 4);
      expect(sumsOf(part)).to.deep.equal({ payment: 'partially_paid', paid: 10, refunded: 4, due: 24, held: 6 });
      const none = refunded(part, 6);
      expect(sumsOf(none)).to.deep.equal({ payment: 'unpaid', paid: 10, refunded: 10, due: 30, held: 0 });
      const whole = paid(none, 30);
      expect(sumsOf(whole)).to.deep.equal({ payment: 'paid', paid: 40, refunded: 10, due: 0, held: 30 });
      expect(sumsOf(refunded(whole, 30)).payment).to.equal('refunded');
    });

    it('leaves a completed order completed', () => {
      const order = paid(thirty(), 30);
      const completed = Order.fulfill(order, aFulfillment(order));
      expect(refunded(completed, 10).state).to.deep.include({ status: 'completed', payment: 'partially_refunded' });
      expect(refunded(completed, 10, 20).state).to.deep.include({ status: 'completed', payment: 'refunded' });
    });

    it('can be completed after a partial refund', () => {
      const order = refunded(paid(thirty(), 30), 10);
      expect(Order.fulfill(order, aFulfillment(order)).state.status).to.equal('completed');
    });
  });

  it('is due only in payable states', () => {
    const order = refunded(paid(thirty(), 12), 2);
    for (const status of ORDER_STATUSES) {
      for (const payment of ORDER_PAYMENT_STATUSES) {
        for (const fulfillment of FULFILLMENT_STATUSES) {
          const isDue = status === 'open' && ['unpaid', 'partially_paid', 'authorized'].includes(payment);
          const due = Order.amountDue({ ...order, state: { status, payment, fulfillment } });
          expect(due, `${status} ${payment} ${fulfillment}`).to.deep.equal(dollars(isDue ? 20 : 0));
        }
      }
    }
  });
});
