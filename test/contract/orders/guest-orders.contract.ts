import { expect } from 'chai';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Guest, UnpaidBuyer } from '#core/orders/guest.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { User } from '#core/users/user.ts';
import { aProduct, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, anItem, money, shirts, timingAt } from '../../support/builders/order-builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
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

    const aGuest = (): Guest => ({ secretHash: `hash ${ids.next('evt')}` as TokenHash });

    const placed = ({
      client = ids.next('evt'),
      ...overrides
    }: Parameters<typeof aGuestOrder>[0] & { client?: string } = {}): Order => ({
      ...aGuestOrder({ isByCustomer: true, ...overrides }),
      guest: (overrides.userId ?? null) === null ? aGuest() : null,
      client,
    });
    const count = (buyer: Partial<UnpaidBuyer>) =>
      run((tx) => tx.orders.countUnpaid({ userId: null, emailKey: null, client: 'nobody', ...buyer }));

    /** Of orders of two shirts each. */
    const counts = (ofBuyer: number, ofClient: number) => ({
      ofBuyer: { orders: ofBuyer, stock: 2 * ofBuyer },
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
      expect(await run((tx) => tx.orders.get(order.id))).to.include({ guest: null, client: null });
      expect(await storage().orderQueries.findBySecret(order.guest?.secretHash ?? ('' as TokenHash))).to.equal(
        undefined,
      );
    });

    for (const [buyer, own] of [
      ['a guest', () => ({ email: `${ids.next('evt')}@Example.com` })],
      ['a customer', () => ({ userId: ids.next('usr') })],
    ] as const) {
      const keyOf = ({ email, userId }: { email?: string; userId?: `usr_${string}` }) =>
        userId === undefined ? { emailKey: emailKey(email ?? '') } : { userId };

      it(`are counted while they are open and not paid in full, of ${buyer} and a client`, async () => {
        const [fields, client] = [own(), ids.next('evt')];
        const key = keyOf(fields);
        expect(await count({ ...key, client })).to.deep.equal(counts(0, 0));
        const orders = [0, 1, 2, 3].map(() => placed({ ...fields, client }));
        const [paid, partial, authorized, cancelled] = orders as [Order, Order, Order, Order];
        const byStaff = aGuestOrder(fields);
        const another = 'userId' in fields ? aGuestOrder() : placed({ ...fields, userId: ids.next('usr') });
        for (const order of [...orders, placed(fields), placed({ client }), byStaff, another]) await add(order);
        expect(await count({ ...key, client })).to.deep.equal(counts(5, 5));
        expect(await count({ client })).to.deep.equal(counts(0, 5));
        for (const order of [
          OrderMoney.pay(paid, Order.total(paid), timingAt(NOON)),
          OrderMoney.pay(partial, money(1), timingAt(NOON)),
          OrderMoney.authorize(authorized, NOON),
          Order.cancel(cancelled, null, NOON),
        ]) {
          await run((tx) => tx.orders.save(order, []));
        }
        expect(await count({ ...key, client })).to.deep.equal(counts(2, 2));
      });

      it(`are counted with the quantity of the items from stock, of ${buyer} and a client`, async () => {
        const [fields, client] = [own(), ids.next('evt')];
        const most = shirts({ quantity: 300 });
        const items = [most, shirts({ quantity: 10 }), anItem({ quantity: 1_000 })] as const;
        const order = await add(placed({ ...fields, client, items }));
        await add(placed({ ...fields, items: [shirts({ quantity: 15 })] }));
        await add(placed({ ...fields, items: [anItem()] }));
        expect(await count({ ...keyOf(fields), client })).to.deep.equal({
          ofBuyer: { orders: 3, stock: 325 },
          ofClient: { orders: 1, stock: 310 },
        });
        const less = OrderChanges.cancelItem(order, { itemId: most.id, quantity: 299, isRefunded: true }, NOON);
        await run((tx) => tx.orders.saveWithItems(less, []));
        expect(await count({ ...keyOf(fields), client })).to.deep.equal({
          ofBuyer: { orders: 3, stock: 26 },
          ofClient: { orders: 1, stock: 11 },
        });
      });

      it(`are counted one transaction after another, of ${buyer} and of a client`, async () => {
        const counted = (fields: ReturnType<typeof own>, client: string) =>
          run(async (tx) => {
            const found = await tx.orders.countUnpaid({ userId: null, emailKey: null, client, ...keyOf(fields) });
            await tx.orders.add(placed({ ...fields, client }), []);
            return found;
          });
        const [fields, client] = [own(), ids.next('evt')];
        const six = [0, 1, 2, 3, 4, 5];
        const ofBuyer = await Promise.all(six.map(() => counted(fields, ids.next('evt'))));
        expect(ofBuyer.map((found) => found.ofBuyer.orders).sort()).to.deep.equal(six);
        const ofClient = await Promise.all(six.map(() => counted(own(), client)));
        expect(ofClient.map((found) => found.ofClient.orders).sort()).to.deep.equal(six);
      });
    }

    it('are counted with subscriptions to goods that are not paid, and what trials will take', async () => {
      const [client, userId, product] = [ids.next('evt'), ids.next('usr'), aProduct({ stock: 9 })];
      const box = aPlan({ product_id: product.id });
      const flat = aPlan({ product_id: product.id, pricing: 'flat', amount: 5 });
      const metered = aPlan({ product_id: product.id, usage: 'sum' });
      const service = aPlan();
      await run(async (tx) => {
        await tx.products.add(product);
        for (const plan of [box, flat, metered, service]) await tx.plans.add(plan);
      });
      const reserved = [2, 3].map((quantity) => ({ productId: product.id, quantity, invoiceId: ids.next('inv') }));
      const billed = { userId, latestInvoiceId: ids.next('inv'), reservations: reserved, goodsClient: client };
      const addAll = (...subscriptions: Subscription[]) =>
        run(async (tx) => {
          for (const subscription of subscriptions) await tx.subscriptions.add(subscription);
        });
      const of = (plan: Plan, fields: Partial<Subscription> = {}): Subscription => ({
        ...aStart({ plan, userId, quantity: 7, trialDays: 9 }).subscription,
        ...fields,
      });
      expect(await count({ userId, client })).to.deep.equal(counts(0, 0));
      await addAll(
        of(box, billed),
        of(box, { ...billed, goodsClient: null }),
        of(box, { ...billed, userId: ids.next('usr') }),
      );
      await addAll(of(box, { ...billed, collection: 'send' }), of(box, { ...billed, reservations: [] }));
      await addAll(of(box, { status: 'cancelled' }), of(metered), of(service), of(box, { userId: ids.next('usr') }));
      const [ofBuyer, ofClient] = [2, 2].map((orders) => ({ orders, stock: 5 * orders }));
      expect(await count({ userId, client })).to.deep.equal({ ofBuyer, ofClient });
      await addAll(of(box), of(flat), of(flat, { status: 'paused' }));
      expect(await count({ userId, client })).to.deep.equal({ ofBuyer: { orders: 2, stock: 10 + 7 + 2 }, ofClient });
      await add(placed({ userId, client, items: [shirts({ quantity: 4 })] }));
      expect(await count({ userId, client })).to.deep.equal({
        ofBuyer: { orders: 3, stock: 23 },
        ofClient: { orders: 3, stock: 14 },
      });
      const guest = { email: `${ids.next('evt')}@example.com` };
      expect(await count({ emailKey: emailKey(guest.email), client })).to.deep.equal({
        ofBuyer: { orders: 0, stock: 0 },
        ofClient: { orders: 3, stock: 14 },
      });
    });

    it('stay of their client when a user claims them', async () => {
      const [client, userId] = [ids.next('evt'), ids.next('usr')];
      const order = await add(placed({ client }));
      await run((tx) => tx.orders.save(Order.assign(order, userId, NOON), []));
      expect(await count({ userId, client })).to.deep.equal(counts(1, 1));
    });
  });
};
