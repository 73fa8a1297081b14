import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { FULFILLMENT_STATUSES, ORDER_PAYMENT_STATUSES, ORDER_STATUSES } from '#core/orders/order-states.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import {
  ADA,
  addListedOrders,
  BOB,
  HAT,
  inOrder,
  matchesFilter,
  type OrderSelection,
  orderQuery,
  SHIRT,
} from '../../support/builders/listed-orders.ts';
import { aLargeOrder, timingAt } from '../../support/builders/order-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `OrderQueries` except order and paging of lists. */
/** Each value alone. */
const each = <T>(values: readonly T[]): T[][] => values.map((value) => [value]);

export const orderQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`OrderQueries on ${name}`, () => {
    const storage = useStorage(open);
    let orders: Order[];

    before(async () => {
      orders = await storage().unitOfWork.run(addListedOrders);
    });

    const list = async (filter: OrderSelection, order?: 'newest' | 'oldest'): Promise<OrderView[]> =>
      (await storage().orderQueries.list(orderQuery(filter, { limit: 100 }, order))).items.map(Json.parse);

    const expectListed = async (filter: OrderSelection, what = JSON.stringify(filter)): Promise<number> => {
      const expected = inOrder(orders, 'newest').filter((order) => matchesFilter(order, filter));
      expect(
        (await list(filter)).map(({ id }) => id),
        what,
      ).to.deep.equal(expected.map(({ id }) => id));
      return expected.length;
    };

    it('find an order in every state, with version, owner, note and the terms of its withdrawal', async () => {
      expect(new Set(orders.map(({ state }) => JSON.stringify(state))).size).to.be.at.least(18);
      for (const order of orders) {
        const found = await storage().orderQueries.find(order.id);
        expect(found?.view).to.equal(Json.of(orderView(order)));
        const { version, userId, withdrawalTerms, note } = order;
        expect({ ...found, view: null }).to.deep.equal({ view: null, version, userId, withdrawalTerms, note });
      }
    });

    it('find nothing for an unknown id', async () => {
      expect(await storage().orderQueries.find(ids.next('ord'))).to.equal(undefined);
    });

    it('list orders, the newest first by default', async () => {
      expect(await list({})).to.deep.equal(inOrder(orders, 'newest').map(orderView));
      expect(await list({}, 'newest')).to.deep.equal(inOrder(orders, 'newest').map(orderView));
      expect(await list({}, 'oldest')).to.deep.equal(inOrder(orders, 'oldest').map(orderView));
    });

    for (const filter of [
      ...ORDER_STATUSES.map((status) => ({ status: [status] })),
      ...ORDER_PAYMENT_STATUSES.map((payment_status) => ({ payment_status: [payment_status] })),
      ...FULFILLMENT_STATUSES.map((fulfillment_status) => ({ fulfillment_status: [fulfillment_status] })),
      { user_id: BOB },
      { ownerId: ADA },
      { email: 'ada@example.com' },
      { product_id: SHIRT },
      { created_from: noonPlus(7), created_to: noonPlus(7) },
      { created_from: noonPlus(7) },
      { created_to: noonPlus(7) },
    ]) {
      it(`list exactly the orders that match ${JSON.stringify(filter)}`, async () => {
        expect(await expectListed(filter)).to.be.within(1, orders.length - 1);
      });
    }

    it('find an order by number', async () => {
      for (const { number } of orders.slice(0, 3)) expect(await expectListed({ number })).to.equal(1);
    });

    it('include orders at both time bounds, and none a millisecond beyond', async () => {
      for (const [from, to] of [
        [6.999, 7.001],
        [7, 7],
        [7.001, 8],
        [6, 6.999],
        [8, 6],
      ] as const) {
        await expectListed({ created_from: noonPlus(from), created_to: noonPlus(to) }, `${from} to ${to}`);
      }
    });

    it('list nothing without matches', async () => {
      const nothing = [
        { user_id: ids.next('usr') },
        { ownerId: ids.next('usr') },
        { product_id: ids.next('prod') },
        { email: 'nobody@example.com' },
        { number: 999 },
        { created_from: noonPlus(100) },
        { status: ['completed'], payment_status: ['unpaid'] },
        { ids: [ids.next('ord')] },
        { external_id: 'erp-1' },
        { user_id: ADA, ownerId: BOB },
      ] as const;
      for (const filter of nothing) expect(await expectListed(filter)).to.equal(0);
    });

    for (const [what, others] of Object.entries<OrderSelection>({
      alone: {},
      'with a product': { product_id: HAT },
      'with a product and a time': { product_id: SHIRT, created_from: noonPlus(3), created_to: noonPlus(17) },
      'with a user and a time': { user_id: ADA, created_from: noonPlus(3), created_to: noonPlus(17) },
      'with a time': { created_from: noonPlus(3), created_to: noonPlus(17) },
      'with an e-mail and whose alone are seen': { email: 'ada@example.com', ownerId: BOB },
      'with a product and whose alone are seen': { product_id: SHIRT, ownerId: ADA, user_id: ADA },
    })) {
      it(`combine state filters: ${what}`, async () => {
        for (const status of [undefined, ['open', 'completed'], ...each(ORDER_STATUSES)] as const) {
          for (const payment_status of [undefined, ...each(ORDER_PAYMENT_STATUSES)]) {
            for (const fulfillment_status of [undefined, ...each(FULFILLMENT_STATUSES)]) {
              await expectListed({ status, payment_status, fulfillment_status, ...others });
            }
          }
        }
      });
    }

    it('reflect changes at once', async () => {
      const buyer = ids.next('usr');
      const order = aLargeOrder({ userId: buyer, at: noonPlus(50) });
      const productId = order.items[50]?.productId ?? undefined;
      await storage().unitOfWork.run((tx) => tx.orders.add(order, []));
      expect(await list({ product_id: productId, user_id: buyer })).to.deep.equal([orderView(order)]);
      const changed = Order.change(order, { email: 'new@example.com' }, noonPlus(60));
      await storage().unitOfWork.run((tx) => tx.orders.save(changed, []));
      expect(await list({ email: 'new@example.com' })).to.deep.equal([orderView(changed)]);
      const refunded = OrderMoney.refund(changed, Order.amountHeld(changed), timingAt(noonPlus(70)));
      await storage().unitOfWork.run((tx) => tx.orders.save(refunded, []));
      expect(await list({ user_id: buyer, payment_status: ['paid'] })).to.deep.equal([]);
      expect(await list({ user_id: buyer, payment_status: ['refunded'], product_id: productId })).to.deep.equal([
        orderView(refunded),
      ]);
    });

    it('list an order with many products once', async () => {
      const guest = aLargeOrder({ email: 'once@example.com' });
      await storage().unitOfWork.run((tx) => tx.orders.add(guest, []));
      for (const productId of guest.items.slice(0, 5).flatMap((item) => item.productId ?? [])) {
        expect((await list({ product_id: productId })).map(({ id }) => id)).to.deep.equal([guest.id]);
      }
      expect((await list({ email: 'once@example.com' })).map(({ id }) => id)).to.deep.equal([guest.id]);
    });
  });
};
