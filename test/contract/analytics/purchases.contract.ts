import { expect } from 'chai';
import fc from 'fast-check';
import type { EarlierPurchases, Purchase } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import { runs } from '../../support/extent.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** Few orders, buyers and times, so that orders meet, move, are paid before others that are known, and are none again. */
const aChange = fc
  .record({
    orderId: fc.integer({ min: 1, max: 9 }).map((number): OrderId => `ord_${number}`),
    buyer: fc.constantFrom('usr_ada', 'usr_grace', null),
    at: fc.integer({ min: 1, max: 6 }).map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute))),
  })
  .map(({ orderId, buyer, at }): [OrderId, Purchase | undefined] => [
    orderId,
    buyer === null ? undefined : { orderId, buyer, at },
  ]);

const aBatch = fc
  .uniqueArray(aChange, { selector: ([id]) => id, minLength: 1, maxLength: 3 })
  .map((changes) => new Map(changes));

/** What is before each purchase, by plain comparison. */
const plainEarlier = (purchases: Iterable<Purchase>): ReadonlyMap<OrderId, EarlierPurchases> => {
  const inOrder = [...purchases].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.orderId < b.orderId ? -1 : 1));
  return new Map(
    inOrder.map(({ orderId, buyer, at }, index) => {
      const before = inOrder.slice(0, index).filter((other) => other.buyer === buyer);
      return [orderId, { firstAt: before[0]?.at ?? at, previousAt: before.at(-1)?.at ?? null }];
    }),
  );
};

export const purchasesContract = (name: string, open: OpenStorage): void => {
  describe(`purchases on ${name}`, () => {
    const storage = useStorage(open);
    let generation = 1_000;

    it('have the first and the previous purchase of their buyer, and report the other orders that a change affects', async () => {
      const property = fc.asyncProperty(fc.array(aBatch, { minLength: 1, maxLength: 12 }), async (batches) => {
        generation += 1;
        const purchases = new Map<OrderId, Purchase>();
        for (const batch of batches) {
          const before = plainEarlier(purchases.values());
          for (const [id, purchase] of batch) {
            if (purchase === undefined) purchases.delete(id);
            else purchases.set(id, purchase);
          }
          const after = plainEarlier(purchases.values());
          const affected = await storage().unitOfWork.run((tx) => tx.analytics.savePurchases(generation, batch));
          const earlier = await storage().unitOfWork.run((tx) =>
            tx.analytics.earlierPurchases(generation, [...purchases.keys()]),
          );
          expect([...earlier]).to.have.deep.members([...after]);
          const isAffected = (id: OrderId): boolean =>
            !batch.has(id) && JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id));
          expect(affected).to.have.members([...after.keys()].filter(isAffected));
        }
      });
      await fc.assert(property, { numRuns: runs(60), endOnFailure: true });
    });
  });
};
