import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import type { TimelineType } from '#core/orders/timeline-entry.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, aLargeOrder, anEntry } from '../../support/builders/order-builders.ts';
import { aGate } from '../../support/gate.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const EMAIL = 'Ada.Lovelace@Example.com';

const ADDRESS = { name: 'Ada', line1: 'Rua Augusta 1', country: 'PT' };

const PERSONAL = { shipping_address: ADDRESS, billing_address: ADDRESS, metadata: { for: 'Ada' } };

/** `OrderRepository.erase`. */
export const orderErasureContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository: erasure on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    /** An order with every kind of timeline entry. */
    const add = async (order: Order): Promise<Order> => {
      const entries = (
        ['created', 'note', 'updated', 'cancelled', 'fulfilled', 'tracking_updated', 'paid', 'note'] as const
      ).map((type) => anEntry(order, type, { details: { words: 'Ada said so', reason: null } }));
      await run((tx) => tx.orders.add(order, entries));
      return order;
    };

    const wordsOf = async (id: OrderId): Promise<[TimelineType, object][]> => {
      const { items } = await storage().orderQueries.timeline(id, { limit: 100 }, 'full');
      return items.map(Json.parse).map(({ type, details }) => [type, details]);
    };

    const erasedFields = {
      ...{ email: null, shippingAddress: null, billingAddress: null },
      ...{ metadata: {}, cancelReason: null, note: null },
    };

    const bare = (order: Order, buyer: Order['erasedBuyer']): Order => ({
      ...order,
      ...erasedFields,
      isErased: true,
      erasedBuyer: order.userId === null ? buyer : null,
      version: order.version + 1,
      updatedAt: noonPlus(9),
      fulfillments: order.fulfillments.map((fulfillment) => ({ ...fulfillment, trackingNumber: null })),
    });

    const expectErased = async (order: Order, buyer: Order['erasedBuyer']): Promise<void> => {
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(bare(order, buyer));
      for (const [type, details] of await wordsOf(order.id)) {
        const expected = ['note', 'cancelled', 'fulfilled', 'tracking_updated'].includes(type)
          ? {}
          : { words: 'Ada said so', reason: null };
        expect(details, type).to.deep.equal(expected);
      }
    };

    const expectKept = async (order: Order): Promise<void> => {
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(order);
      for (const [, details] of await wordsOf(order.id)) expect(details).to.include({ words: 'Ada said so' });
    };

    it('removes personal data from a user’s orders and keeps the rest', async () => {
      const [userId, other] = [ids.next('usr'), ids.next('usr')];
      const placed = aGuestOrder({ ...PERSONAL, userId, email: EMAIL });
      const erased = [placed, aLargeOrder({ userId }), Order.cancel(aGuestOrder({ userId }), 'Ada moved', noonPlus(5))];
      const others = [aLargeOrder({ userId: other }), aLargeOrder(), aGuestOrder(PERSONAL)];
      for (const order of [...erased, ...others]) await add(order);
      const returned = await run((tx) => tx.orders.erase({ userId, emailKey: undefined }, noonPlus(9)));
      expect(returned.sort()).to.deep.equal(erased.map(({ id }) => id).sort());
      for (const order of erased) await expectErased(order, userId);
      for (const order of others) await expectKept(order);
    });

    it('removes personal data from guest orders with the e-mail, in any case, and from no other user’s', async () => {
      const [userId, other] = [ids.next('usr'), ids.next('usr')];
      const emails = [EMAIL, EMAIL.toLowerCase(), EMAIL.toUpperCase()];
      const erased = [
        ...emails.map((email) => aGuestOrder({ ...PERSONAL, email })),
        aGuestOrder({ userId, email: 'x@x.example' }),
      ];
      const others = [
        aGuestOrder({ ...PERSONAL, userId: other, email: EMAIL }),
        aGuestOrder({ ...PERSONAL, email: `x${EMAIL}` }),
      ];
      for (const order of [...erased, ...others]) await add(order);
      const returned = await run((tx) => tx.orders.erase({ userId, emailKey: emailKey(EMAIL) }, noonPlus(9)));
      expect(returned.sort()).to.deep.equal(erased.map(({ id }) => id).sort());
      for (const order of erased) await expectErased(order, userId);
      for (const order of others) await expectKept(order);
      const { items } = await storage().orderQueries.list({ filter: { email: EMAIL }, page: { limit: 10 } });
      expect(items.map(Json.parse).map(({ id }) => id)).to.deep.equal([others[0]?.id]);
    });

    it('ignores guests without an e-mail and users without orders', async () => {
      const guest = await add(aGuestOrder(PERSONAL));
      const buyer = { userId: ids.next('usr'), emailKey: emailKey('nobody@example.com') };
      expect(await run((tx) => tx.orders.erase(buyer, noonPlus(9)))).to.deep.equal([]);
      expect(await run((tx) => tx.orders.erase({ ...buyer, emailKey: undefined }, noonPlus(9)))).to.deep.equal([]);
      await expectKept(guest);
    });

    it('continues from the new version of an erased order', async () => {
      const userId = ids.next('usr');
      const order = await add(aGuestOrder({ ...PERSONAL, userId }));
      await run((tx) => tx.orders.erase({ userId, emailKey: undefined }, noonPlus(9)));
      const after = OrderMoney.authorize(bare(order, userId), noonPlus(1));
      await run((tx) => tx.orders.save(after, []));
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(after);
    });

    it('erases writes of the same transaction, and nothing in a dry run', async () => {
      const userId = ids.next('usr');
      const order = aGuestOrder({ ...PERSONAL, userId });
      const entry = anEntry(order, 'note', { details: { text: 'Ada' } });
      const work: Work<Order> = async (tx) => {
        await tx.orders.add(order, [entry]);
        await tx.orders.erase({ userId, emailKey: undefined }, noonPlus(9));
        return tx.orders.get(order.id);
      };
      expect(await run(work)).to.deep.equal(bare(order, userId));
      expect(await wordsOf(order.id)).to.deep.equal([['note', {}]]);
      const other = await add(aGuestOrder({ ...PERSONAL, userId }));
      await storage().unitOfWork.dryRun((tx) => tx.orders.erase({ userId, emailKey: undefined }, noonPlus(9)));
      await expectKept(other);
    });

    it('waits for locked orders and erases their changes too', async () => {
      const userId = ids.next('usr');
      const order = await add(aGuestOrder({ ...PERSONAL, userId }));
      const [got, mayEnd] = [aGate(), aGate()];
      const reason = { details: { words: 'Ada moved' } };
      const cancelling = run(async (tx) => {
        const cancelled = Order.cancel(await tx.orders.get(order.id), 'Ada moved', noonPlus(1));
        got.open();
        await mayEnd.opened;
        await tx.orders.save(cancelled, [anEntry(order, 'cancelled', reason)]);
        await tx.orders.note(anEntry(order, 'note', reason));
        return cancelled;
      });
      await Promise.race([got.opened, cancelling]);
      const erasing = run((tx) => tx.orders.erase({ userId, emailKey: undefined }, noonPlus(9)));
      await sleep(100);
      mayEnd.open();
      expect(await erasing).to.deep.equal([order.id]);
      await expectErased(await cancelling, userId);
    });
  });
};
