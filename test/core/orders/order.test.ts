import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { NO_CHARGES } from '#core/orders/order-charges.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import {
  aFulfillment,
  anItem,
  anOrder,
  dollars,
  HALF_AN_HOUR,
  timingAt,
} from '../../support/builders/order-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const LISBON = { line1: 'Rua Augusta 1', country: 'PT' };

const WHOLE_ADDRESS = {
  name: 'Zoë',
  company: null,
  line1: 'Rua Augusta 1',
  line2: null,
  city: 'Lisboa',
  state: null,
  postal_code: '1100-048',
  country: 'PT',
  phone: null,
};

const DETAILS = {
  external_id: 'ERP-1',
  email: 'zoe@example.com',
  shipping_address: WHOLE_ADDRESS,
  billing_address: { ...WHOLE_ADDRESS, name: 'Zoë & Sons' },
  metadata: { channel: 'newsletter' },
  note: 'Gift wrap.',
};

const pairs = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'value']));

const pathsOf = async (attempt: () => unknown) => {
  const error = await thrownBy(attempt);
  expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
  return error.fieldErrors.map(({ path }) => path.join('/'));
};

describe('Order', () => {
  describe('when placed', () => {
    it('applies defaults to all optional fields', () => {
      const [id, item] = [ids.next('ord'), anItem({ quantity: 3 })];
      const order = Order.place({
        id,
        number: 1001,
        items: [item],
        withdrawalTerms: WithdrawalTerms.statutory,
        userId: null,
        details: {},
        at: NOON,
        expiresAfter: HALF_AN_HOUR,
      });
      expect(order).to.deep.equal({
        id,
        version: 1,
        charges: NO_CHARGES,
        withdrawalTerms: WithdrawalTerms.statutory,
        refundDue: dollars(0),
        refundDueAt: null,
        number: 1001,
        state: { status: 'open', payment: 'unpaid', fulfillment: 'unfulfilled' },
        items: [item],
        fulfillments: [],
        currency: 'USD',
        amountPaid: dollars(0),
        amountRefunded: dollars(0),
        waived: dollars(0),
        shippingRefunded: dollars(0),
        userId: null,
        invoiceId: null,
        checkoutId: null,
        guest: null,
        client: null,
        country: null,
        erasedBuyer: null,
        isByCustomer: false,
        externalId: null,
        email: null,
        shippingAddress: null,
        billingAddress: null,
        metadata: {},
        customerMetadataKeys: [],
        expiresAt: noonPlus(30 * 60),
        expiryMinutes: null,
        cancellingSince: null,
        cancelledAt: null,
        cancelReason: null,
        note: null,
        isErased: false,
        createdAt: NOON,
        updatedAt: NOON,
      });
    });

    it('keeps the given details', () => {
      const userId = ids.next('usr');
      const order = anOrder({ userId, details: DETAILS });
      expect(Order.detailsOf(order)).to.deep.equal(DETAILS);
      expect(order.userId).to.equal(userId);
    });

    it('uses the currency of its items', () => {
      const yen = 'JPY' as Currency;
      const order = anOrder({ items: [anItem({ unitPrice: Money.ofMinor(1500n, yen), quantity: 2 })] });
      expect(order).to.deep.include({ currency: yen, amountPaid: Money.ofMinor(0n, yen) });
      expect(Order.total(order)).to.deep.equal(Money.ofMinor(3000n, yen));
    });

    it('is paid at once when it is free, and never expires', () => {
      const order = anOrder({ items: [anItem({ unitPrice: dollars(0), quantity: 5 })] });
      expect(order.state).to.deep.equal({ status: 'open', payment: 'paid', fulfillment: 'unfulfilled' });
      expect(order.expiresAt).to.equal(null);
      expect(Order.isPaidFor(order)).to.equal(false);
    });

    it('is unpaid when one of several items has a price', () => {
      const order = anOrder({ items: [anItem({ unitPrice: dollars(0) }), anItem({ unitPrice: dollars(0.01) })] });
      expect(order.state.payment).to.equal('unpaid');
      expect(order.expiresAt).to.not.equal(null);
    });

    it('normalizes the e-mail', () => {
      expect(anOrder({ details: { email: 'zoe\u0308@example.com' } }).email).to.equal('zo\u00eb@example.com');
    });

    it('reports all errors of its details at once', async () => {
      const address = { name: 'Zoë' } as never;
      const details = { metadata: pairs(51), shipping_address: address, billing_address: { ...LISBON, country: 7 } };
      expect(await pathsOf(() => anOrder({ details: details as never }))).to.deep.equal([
        'metadata',
        'shipping_address/line1',
        'shipping_address/country',
        'billing_address/country',
      ]);
      expect(anOrder({ details: { metadata: pairs(50) } }).metadata).to.deep.equal(pairs(50));
    });
  });

  describe('when changed', () => {
    it('uses the new details and defaults for omitted ones', () => {
      const order = anOrder({ details: DETAILS });
      const changed = Order.change(order, { shipping_address: LISBON }, noonPlus(60));
      const nothing = { externalId: null, email: null, billingAddress: null, metadata: {}, note: null };
      const address = {
        name: null,
        company: null,
        line2: null,
        city: null,
        state: null,
        postal_code: null,
        phone: null,
      };
      expect(changed).to.deep.equal({
        ...order,
        ...nothing,
        shippingAddress: { ...address, ...LISBON },
        version: 2,
        updatedAt: noonPlus(60),
      });
    });

    it('only increases its version when the details are the same', () => {
      const order = anOrder({ details: DETAILS });
      expect(Order.change(order, Order.detailsOf(order), NOON)).to.deep.equal({ ...order, version: 2 });
    });

    it('reports the errors of the new details', async () => {
      const order = anOrder();
      const attempt = () => Order.change(order, { metadata: pairs(51) }, NOON);
      expect(await pathsOf(attempt)).to.deep.equal(['metadata']);
    });
  });

  describe('when cancelled', () => {
    it('stores the time and the given reason and stops expiring', () => {
      const order = anOrder();
      expect(Order.cancel(order, 'The buyer has changed their mind.', noonPlus(60))).to.deep.equal({
        ...order,
        version: 2,
        state: { ...order.state, status: 'cancelled' },
        expiresAt: null,
        cancelledAt: noonPlus(60),
        cancelReason: 'The buyer has changed their mind.',
        updatedAt: noonPlus(60),
      });
    });

    it('stores the time and the reason "expired" at its deadline', () => {
      const order = anOrder();
      const ended = Order.expire(order, noonPlus(1800));
      expect(ended).to.deep.equal(Order.cancel(order, 'expired', noonPlus(1800)));
    });

    it('throws while the order has a payment', () => {
      const order = anOrder();
      const [authorized, paidInPart] = [
        OrderMoney.authorize(order, NOON),
        OrderMoney.pay(order, dollars(1), timingAt(NOON)),
      ];
      const refunded = OrderMoney.refund(paidInPart, dollars(1), timingAt(NOON));
      for (const held of [authorized, paidInPart, OrderMoney.pay(order, dollars(19.99), timingAt(NOON))]) {
        expect(() => Order.cancel(held, null, NOON)).to.throw(TypeError);
      }
      expect(() => Order.expire(paidInPart, NOON)).to.throw(TypeError);
      expect(Order.cancel(refunded, null, NOON).state.status).to.equal('cancelled');
    });
  });

  describe('in every step', () => {
    const open = anOrder({ items: [anItem({ quantity: 2 })], details: DETAILS });
    const authorized = OrderMoney.authorize(open, NOON);
    const paid = OrderMoney.pay(open, dollars(39.98), timingAt(NOON));
    const at = noonPlus(60);

    for (const [what, before, step] of [
      ['is changed', open, (order: Order) => Order.change(order, {}, at)],
      ['is authorized', open, (order: Order) => OrderMoney.authorize(order, at)],
      ['is voided', authorized, (order: Order) => OrderMoney.void(order, timingAt(at))],
      ['is paid', open, (order: Order) => OrderMoney.pay(order, dollars(39.98), timingAt(at))],
      ['is paid in part', open, (order: Order) => OrderMoney.pay(order, dollars(5), timingAt(at))],
      ['is refunded', paid, (order: Order) => OrderMoney.refund(order, dollars(5), timingAt(at))],
      ['is fulfilled', open, (order: Order) => Order.fulfill(order, aFulfillment(order, undefined, at))],
      ['is completed', paid, (order: Order) => Order.fulfill(order, aFulfillment(order, undefined, at))],
      ['is cancelled', open, (order: Order) => Order.cancel(order, 'why', at)],
      ['expires', open, (order: Order) => Order.expire(order, at)],
    ] as const) {
      it(`${what} increases the version and leaves the old value unchanged`, () => {
        const old = structuredClone({ ...before });
        const after = step(before);
        expect(after).to.include({ id: before.id, number: before.number, version: before.version + 1 });
        expect([after.updatedAt, after.createdAt]).to.deep.equal([at, NOON]);
        expect(after.items).to.equal(before.items);
        expect(structuredClone({ ...before })).to.deep.equal(old);
      });
    }
  });
});
