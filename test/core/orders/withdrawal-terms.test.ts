import { expect } from 'chai';
import type { Order } from '#core/orders/order.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { NOON } from '../../support/builders/builders.ts';
import { setRules } from '../../support/builders/shop-rules.ts';
import { openOrders } from './orders-under-test.ts';

describe('the terms of withdrawal', () => {
  it('are those of the law by default, for a shop with an instruction', () => {
    const rules = ShopRules.initial(NOON);
    expect(WithdrawalTerms.of(rules, { withdrawalNotice: 'You may withdraw.' })).to.deep.equal(
      WithdrawalTerms.statutory,
    );
    expect(WithdrawalTerms.of(rules, { withdrawalNotice: null }).isInformed).to.equal(false);
  });

  it('of an order stay those that were in force when it was placed', async () => {
    const orders = await openOrders();
    const shirt = await orders.addProduct({ stock: 5 });
    const placed = () => orders.create(orders.staff, [[shirt, 1]]);
    const stored = ({ id }: Order) => orders.unitOfWork.run((tx) => tx.orders.get(id));
    const first = await placed();
    const uninformed = { ...WithdrawalTerms.statutory, isInformed: false };
    expect(first.withdrawalTerms).to.deep.equal(uninformed);
    await setRules(orders, { withdrawal_for: 'all', withdrawal_days: 30, transport_days: 0, return_costs: 'shop' });
    await orders.unitOfWork.run(async (tx) => {
      const shop = await tx.shop.get();
      await tx.shop.save({ ...shop, withdrawalNotice: 'You may withdraw.', version: shop.version + 1 });
    });
    const second = await placed();
    expect(second.withdrawalTerms).to.deep.equal({
      ...{ appliesTo: 'all', days: 30, transportDays: 0, returnCosts: 'shop', isInformed: true },
      subscriptionId: null,
    });
    await orders.change(orders.staff, first.id, { metadata: { note: 'x' } });
    expect([(await stored(first)).withdrawalTerms, (await stored(second)).withdrawalTerms]).to.deep.equal([
      uninformed,
      second.withdrawalTerms,
    ]);
  });
});
