import { expect } from 'chai';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { orderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { momentAt, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, timingAt } from '../../support/builders/order-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LATER = timingAt(noonPlus(70));

/** `OrderRepository.claimCancelling`, and the exclusions of `claimExpired`. */
export const cancellingOrdersContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository: cancellations on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    // the tests share a storage: each uses later times, so that it claims only its own orders
    const claim = (before: number, at = 1000): Promise<OrderId | undefined> =>
      run((tx) => tx.orders.claimCancelling(noonPlus(before), noonPlus(at)));

    const aCancellingOrder = async (since: number): Promise<Order> => {
      const paid = OrderMoney.pay(aGuestOrder(), Order.total(aGuestOrder()), timingAt(noonPlus(0)));
      const order = Order.beginCancelling(paid, 'Too late.', momentAt(noonPlus(since)));
      await run((tx) => tx.orders.add(order, []));
      return order;
    };

    it('claims nothing without a due cancellation', async () => {
      const order = await aCancellingOrder(1);
      await run((tx) => tx.orders.save({ ...order, version: order.version + 1, cancellingSince: null }, []));
      await run((tx) => tx.orders.add(aGuestOrder(), []));
      expect(await claim(500)).to.equal(undefined);
    });

    it('claims each due cancellation once, and again after its lease', async () => {
      const orders = [await aCancellingOrder(10), await aCancellingOrder(20), await aCancellingOrder(30)];
      expect(await claim(9.999)).to.equal(undefined);
      const claimed = [await claim(20), await claim(20), await claim(20)];
      expect(claimed.filter(Boolean)).to.have.members([orders[0]?.id, orders[1]?.id]);
      expect(await claim(999.999, 2000)).to.equal(orders[2]?.id);
      expect(await claim(1000, 3000)).to.be.oneOf([orders[0]?.id, orders[1]?.id]);
    });

    it('changes nothing but the claim time', async () => {
      const order = await aCancellingOrder(40);
      let claimed: OrderId | undefined;
      while (claimed !== order.id) claimed = await claim(40, 4000);
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal({ ...order, cancellingSince: noonPlus(4000) });
    });

    it('leases an order to one of several concurrent callers', async () => {
      const order = await aCancellingOrder(50);
      const found = await Promise.all(Array.from({ length: 10 }, () => claim(50, 5000)));
      expect(found.filter((id) => id === order.id)).to.have.length(1);
    });

    const expectShown = async (order: Order): Promise<void> => {
      const found = await storage().orderQueries.find(order.id);
      expect(found?.view).to.equal(Json.of(orderView(order)));
      expect(orderView(order)).to.deep.include({ actions: ['cancel'], amount_due: 0 });
    };

    it('shows a paid order in cancellation with `cancel` as the only action', async () => {
      await expectShown(await aCancellingOrder(60));
    });

    it('shows a refunded order in cancellation with `cancel` as the only action', async () => {
      const paid = await aCancellingOrder(61);
      const refunded = OrderMoney.refund(paid, Order.total(paid), LATER);
      await run((tx) => tx.orders.save(refunded, []));
      await expectShown(refunded);
    });

    it('does not claim expired orders that are excluded', async () => {
      const orders = [aGuestOrder({ expiresAfter: 1000 }), aGuestOrder({ expiresAfter: 2000 })];
      await run(async (tx) => {
        for (const order of orders) await tx.orders.add(order, []);
      });
      const [first, second] = orders.map(({ id }) => id);
      const expired = (...except: (OrderId | undefined)[]) =>
        run(async (tx) => (await tx.orders.claimExpired(noonPlus(5), except as OrderId[]))?.id);
      expect([await expired(), await expired(first), await expired(first, second)]).to.deep.equal([
        first,
        second,
        undefined,
      ]);
    });
  });
};
