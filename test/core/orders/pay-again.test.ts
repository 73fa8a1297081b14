import { expect } from 'chai';
import { OrderMoney } from '#core/orders/order-money.ts';
import { NOON } from '../../support/builders/builders.ts';
import { aGuestOrder, money, shirts, timingAt } from '../../support/builders/order-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

describe('paying again after refunds', () => {
  const total = money(500_000_000_000);
  // first + total is the largest amountPaid; refunds do not lower it
  const first = money(499_999_999_999.99);
  const unpaid = aGuestOrder({ items: [shirts({ unitPrice: total, quantity: 1 })] });
  const refunded = OrderMoney.refund(OrderMoney.pay(unpaid, first, timingAt(NOON)), first, timingAt(NOON));

  it('accepts payments up to the largest amount in total', () => {
    expect(OrderMoney.pay(refunded, total, timingAt(NOON))).to.deep.include({ amountPaid: money('999999999999.99') });
  });

  it('rejects payments beyond the largest amount', async () => {
    const again = OrderMoney.refund(OrderMoney.pay(refunded, first, timingAt(NOON)), first, timingAt(NOON));
    const error = await thrownBy(() => OrderMoney.pay(again, money(0.02), timingAt(NOON)));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([[['amount'], 'number.max']]);
    expect(OrderMoney.pay(again, money(0.01), timingAt(NOON)).amountPaid).to.deep.equal(money('999999999999.99'));
  });
});
