import { expect } from 'chai';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Guest } from '#core/orders/guest.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/storage.ts';
import type { User } from '#core/users/user.ts';
import { aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, anItem, money, shirts, timingAt } from '../../support/builders/order-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** The orders that guests have placed themselves. */
export const guestOrdersContract = (name: string, open: OpenStorage): void => {
  describe(`orders of guests on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const add = async (order: Order): Promise<Order> => {
      await run((tx) => tx.orders.add(order, []));
      return order;
    };

    const aGuest = (client: string = ids.next('evt')): Guest => ({
      secretHash: `hash ${ids.next('evt')}` as TokenHash,
      client,
    });

    const placed = ({
      guest = aGuest(),
      ...overrides
    }: Parameters<typeof aGuestOrder>[0] & { guest?: Guest } = {}) => ({
      ...aGuestOrder({ isByCustomer: true, ...overrides }),
      guest,
    });

    /** Of orders of two shirts each. */
    const counts = (ofEmail: number, ofClient: number) => ({
      ofEmail: { orders: ofEmail, stock: 2 * ofEmail },
      ofClient: { orders: ofClient, stock: 2 * ofClient },
    });

    it('are stored with their guest', async () => {
      const order = await add(placed());
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(order);
      const paid = OrderMoney.pay(order, Order.total(order), timingAt(NOON));
      await run((tx) => tx.orders.save(paid, []));
      expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(paid);
    });

    it('are found by the hash of their secret', async () => {
      const [order] = [await add(placed()), await add(placed())];
      const find = (hash: string) => storage().orderQueries.findBySecret(hash as TokenHash);
      expect(await find(order?.guest?.secretHash ?? '')).to.equal(order?.id);
      expect(await find('none')).to.equal(undefined);
    });

    it('are found with whom a link opens them for, as orders of users are', async () => {
      const find = (id: OrderId) => storage().orderQueries.findLinked(id);
      const user = aUser({ email: `User-${ids.next('usr')}@example.com` });
      await run((tx) => tx.users.add(user));
      const accountEmailKey = emailKey(user.email);
      const none = { userId: null, emailKey: null, accountEmailKey: null };
      const of = async (details: object, userId: User['id'] | null) => (await add({ ...placed(details), userId })).id;
      const [guest, anonymous] = [await of({ email: 'Ada@ⓔxample.com' }, null), await of({}, null)];
      const [unnamed, named] = [await of({}, user.id), await of({ email: 'b@example.com' }, user.id)];
      expect(await find(guest)).to.deep.equal({ ...none, id: guest, emailKey: 'ada@example.com' });
      expect(await find(anonymous)).to.deep.equal({ ...none, id: anonymous });
      expect(await find(unnamed)).to.deep.equal({ ...none, id: unnamed, userId: user.id, accountEmailKey });
      expect(await find(named)).to.deep.equal({
        id: named,
        userId: user.id,
        emailKey: 'b@example.com',
        accountEmailKey,
      });
      expect(await find(ids.next('ord'))).to.equal(undefined);
    });

    it('lose their guest with an erasure', async () => {
      const email = `${ids.next('evt')}@example.com`;
      const order = await add(placed({ email }));
      await run((tx) => tx.orders.erase({ userId: ids.next('usr'), emailKey: emailKey(email) }, noonPlus(9)));
      expect((await run((tx) => tx.orders.get(order.id))).guest).to.equal(null);
      expect(await storage().orderQueries.findBySecret(order.guest?.secretHash ?? ('' as TokenHash))).to.equal(
        undefined,
      );
    });

    it('are counted while they are open and not paid in full, by e-mail and by client', async () => {
      const client = ids.next('evt');
      const email = `${ids.next('evt')}@example.com`;
      const count = (key: string | null = emailKey(email)) =>
        run((tx) => tx.orders.countUnpaidOfGuest({ emailKey: key, client }));
      expect(await count()).to.deep.equal(counts(0, 0));
      const own = () => placed({ email: email.toUpperCase(), guest: aGuest(client) });
      const [paid, partial, authorized, cancelled] = [own(), own(), own(), own()];
      const others = [
        placed({ email }),
        placed({ guest: aGuest(client) }),
        aGuestOrder({ email }),
        aGuestOrder({ email, userId: ids.next('usr') }),
      ];
      for (const order of [paid, partial, authorized, cancelled, ...others]) await add(order);
      expect(await count()).to.deep.equal(counts(5, 5));
      expect(await count(null)).to.deep.equal(counts(0, 5));
      for (const order of [
        OrderMoney.pay(paid, Order.total(paid), timingAt(NOON)),
        OrderMoney.pay(partial, money(1), timingAt(NOON)),
        OrderMoney.authorize(authorized, NOON),
        Order.cancel(cancelled, null, NOON),
      ]) {
        await run((tx) => tx.orders.save(order, []));
      }
      expect(await count()).to.deep.equal(counts(2, 2));
    });

    it('are counted with the quantity of their items from stock', async () => {
      const [email, guest] = [`${ids.next('evt')}@example.com`, aGuest()];
      const most = shirts({ quantity: 300 });
      const order = await add(
        placed({ email, guest, items: [most, shirts({ quantity: 10 }), anItem({ quantity: 1_000 })] }),
      );
      await add(placed({ email, items: [shirts({ quantity: 15 })] }));
      await add(placed({ email, items: [anItem()] }));
      const count = () =>
        run((tx) => tx.orders.countUnpaidOfGuest({ emailKey: emailKey(email), client: guest.client }));
      expect(await count()).to.deep.equal({
        ofEmail: { orders: 3, stock: 325 },
        ofClient: { orders: 1, stock: 310 },
      });
      const less = OrderChanges.cancelItem(order, { itemId: most.id, quantity: 299, isRefunded: true }, NOON);
      await run((tx) => tx.orders.saveWithItems(less, []));
      expect(await count()).to.deep.equal({ ofEmail: { orders: 3, stock: 26 }, ofClient: { orders: 1, stock: 11 } });
    });

    it('are counted one transaction after another, for an e-mail and for a client', async () => {
      const client = ids.next('evt');
      const email = `${ids.next('evt')}@example.com`;
      const counted = (guest: Guest, address: string) =>
        run(async (tx) => {
          const count = await tx.orders.countUnpaidOfGuest({ emailKey: emailKey(address), client: guest.client });
          await tx.orders.add(placed({ email: address, guest }), []);
          return count;
        });
      const ofEmail = await Promise.all(Array.from({ length: 6 }, () => counted(aGuest(), email)));
      expect(ofEmail.map((count) => count.ofEmail.orders).sort()).to.deep.equal([0, 1, 2, 3, 4, 5]);
      const ofClient = await Promise.all(
        Array.from({ length: 6 }, () => counted(aGuest(client), `${ids.next('evt')}@example.com`)),
      );
      expect(ofClient.map((count) => count.ofClient.orders).sort()).to.deep.equal([0, 1, 2, 3, 4, 5]);
    });
  });
};
