import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { NOON } from '../../support/builders.ts';
import { aGuestOrder, money, shirts, timingAt } from '../../support/order-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

describe('paying again after refunds', () => {
  const total = money(500_000_000_000);
  const most = money(499_999_999_999.99);
  const unpaid = aGuestOrder({ items: [shirts({ unitPrice: total, quantity: 1 })] });
  const givenBack = Order.refund(Order.pay(unpaid, most, NOON), most, timingAt(NOON));

  it('adds up to the largest amount', () => {
    expect(Order.pay(givenBack, total, NOON)).to.deep.include({ amountPaid: money('999999999999.99') });
  });

  it('rejects amounts beyond it', async () => {
    const again = Order.refund(Order.pay(givenBack, most, NOON), most, timingAt(NOON));
    const error = await thrownBy(() => Order.pay(again, money(0.02), NOON));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([[['amount'], 'number.max']]);
    expect(Order.pay(again, money(0.01), NOON).amountPaid).to.deep.equal(money('999999999999.99'));
  });
});
