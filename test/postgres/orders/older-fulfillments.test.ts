import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { aFulfillment, aGuestOrder } from '../../support/builders/order-builders.ts';
import { openPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const AS_FORMERLY = `
  update orders set fulfillments = (
    select json_agg((f::jsonb - 'delivered_at')::json) from json_array_elements(fulfillments) as f)
  where id = $1`;

describe('fulfillments that are older than their delivery', () => {
  let storage: PostgresStorage;

  before(async () => {
    storage = await openPostgresStorage();
  });
  after(() => storage.close());

  /** Stored as the former version has stored it. */
  const anOlderOrder = async (): Promise<Order> => {
    const placed = aGuestOrder({ userId: ids.next('usr') });
    const items = placed.items.map(({ id: itemId }) => ({ itemId, quantity: 1 }));
    const sent = { ...aFulfillment(placed, items), carrier: '"delivered_at"', trackingNumber: '0034' };
    const order = Order.fulfill(Order.fulfill(placed, sent), aFulfillment(placed, items));
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    await storage.database.pool.query(AS_FORMERLY, [order.id]);
    return order;
  };

  it('have none', async () => {
    const order = await anOlderOrder();
    expect(await storage.unitOfWork.run((tx) => tx.orders.get(order.id))).to.deep.equal(order);
    expect(Json.parse((await storage.orderQueries.find(order.id))?.view as Json<unknown>)).to.deep.equal(
      orderView(order),
    );
    const { items } = await storage.orderQueries.list({ filter: { ids: [order.id] }, page: { limit: 1 } });
    expect(items.map(Json.parse)).to.deep.equal([orderView(order)]);
  });

  it('get one with the next change, and lose their tracking with their buyer', async () => {
    const order = await anOlderOrder();
    const [first] = order.fulfillments;
    if (first === undefined || order.userId === null) throw new TypeError('The user’s order has two fulfillments.');
    const delivered = Order.changeTracking(order, { ...first, deliveredAt: noonPlus(9) }, noonPlus(9));
    await storage.unitOfWork.run((tx) => tx.orders.save(delivered, []));
    expect((await storage.orderQueries.find(order.id))?.view).to.equal(Json.of(orderView(delivered)));
    const buyer = { userId: order.userId, emailKey: undefined };
    for (const each of [delivered, await anOlderOrder()]) {
      await storage.unitOfWork.run((tx) =>
        tx.orders.erase({ ...buyer, userId: each.userId ?? buyer.userId }, noonPlus(10)),
      );
      expect(await storage.unitOfWork.run((tx) => tx.orders.get(each.id))).to.deep.equal(
        Order.withoutBuyer(each, buyer.userId, noonPlus(10)),
      );
    }
  });
});
