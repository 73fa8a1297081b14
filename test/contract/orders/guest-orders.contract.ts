import { expect } from 'chai';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Guest, UnpaidBuyer, UnpaidOrders } from '#core/orders/guest.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { emailKey, spellingOf } from '#core/shared/mail.ts';
import type { Work } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { User } from '#core/users/user.ts';
import { aProduct, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, anItem, money, shirts, timingAt } from '../../support/builders/order-builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const NONE = { orders: 0, stock: 0 };

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
      run((tx) => tx.orders.countUnpaid({ userId: null, emailKey: null, client: 'nobody', changed: null, ...buyer }));

    /** Of orders of two shirts each. */
    const counts = (ofBuyer: number, ofClient: number) => ({
      ofBuyer: { orders: ofBuyer, stock: 2 * ofBuyer },
      ofClient: { orders: ofClient, stock: 2 * ofClient },
      toComeOfClient: NONE,
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
      const accountEmail = spellingOf(user.email);
      const none = { userId: null, email: null, accountEmail: null };
      const of = async (details: object, userId: User['id'] | null) => (await add({ ...placed(details), userId })).id;
      const [guest, anonymous] = [await of({ email: 'Ada@ⓔxample.com' }, null), await of({}, null)];
      const [unnamed, named] = [await of({}, user.id), await of({ email: 'b@example.com' }, user.id)];
      expect(await find(guest)).to.deep.equal({ ...none, id: guest, email: 'ada@ⓔxample.com' });
      expect(await find(anonymous)).to.deep.equal({ ...none, id: anonymous });
      expect(await find(unnamed)).to.deep.equal({ ...none, id: unnamed, userId: user.id, accountEmail });
      expect(await find(named)).to.deep.equal({
        id: named,
        userId: user.id,
        email: 'b@example.com',
        accountEmail,
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
          toComeOfClient: NONE,
        });
        const less = OrderChanges.cancelItem(order, { itemId: most.id, quantity: 299, isRefunded: true }, NOON);
        await run((tx) => tx.orders.saveWithItems(less, []));
        expect(await count({ ...keyOf(fields), client })).to.deep.equal({
          ofBuyer: { orders: 3, stock: 26 },
          ofClient: { orders: 1, stock: 11 },
          toComeOfClient: NONE,
        });
      });

      it(`are counted one transaction after another, of ${buyer} and of a client`, async () => {
        const counted = (fields: ReturnType<typeof own>, client: string) =>
          run(async (tx) => {
            const found = await tx.orders.countUnpaid({
              userId: null,
              emailKey: null,
              client,
              changed: null,
              ...keyOf(fields),
            });
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

    it('are counted with subscriptions to goods that are not paid, and what these take in the next periods', async () => {
      const [client, userId, product, untracked] = [
        ids.next('evt'),
        ids.next('usr'),
        aProduct({ stock: 9 }),
        aProduct(),
      ];
      const box = aPlan({ product_id: product.id });
      const flat = aPlan({ product_id: product.id, pricing: 'flat', amount: 5 });
      const metered = aPlan({ product_id: product.id, usage: 'sum' });
      const licence = aPlan({ product_id: untracked.id });
      const service = aPlan();
      await run(async (tx) => {
        for (const each of [product, untracked]) await tx.products.add(each);
        for (const plan of [box, flat, metered, licence, service]) await tx.plans.add(plan);
      });
      const invoiceId = ids.next('inv');
      const reserved = [2, 3].map((quantity) => ({ productId: product.id, quantity, invoiceId }));
      const released = reserved.map((each) => ({ ...each, isReleased: true }) as const);
      const of = (plan: Plan, fields: Partial<Subscription> = {}): Subscription => ({
        ...aStart({ plan, userId, quantity: 7 }).subscription,
        goodsClient: client,
        ...fields,
      });
      const counted = async (subscription: Subscription) => {
        const before = await count({ userId, client });
        await run((tx) => tx.subscriptions.add(subscription));
        const [after, except] = [
          await count({ userId, client }),
          await count({ userId, client, changed: subscription.id }),
        ];
        expect(except).to.deep.equal(before);
        const less = (one: UnpaidOrders, other: UnpaidOrders) => [one.orders - other.orders, one.stock - other.stock];
        const { ofBuyer, ofClient, toComeOfClient } = after;
        return [
          less(ofBuyer, before.ofBuyer),
          less(ofClient, before.ofClient),
          less(toComeOfClient, before.toComeOfClient),
        ];
      };
      const NOTHING = [
        [0, 0],
        [0, 0],
        [0, 0],
      ];
      const next = SubscribedPlan.of(box, 9);
      const cases: readonly (readonly [Subscription, readonly (readonly number[])[]])[] = [
        // to come: by the plan and the next one, until as many were paid
        [
          of(box),
          [
            [1, 7],
            [0, 0],
            [1, 7],
          ],
        ],
        [
          of(flat, { status: 'paused' }),
          [
            [1, 1],
            [0, 0],
            [1, 1],
          ],
        ],
        [
          of(box, { nextPlan: next }),
          [
            [1, 9],
            [0, 0],
            [1, 9],
          ],
        ],
        [
          of(box, { nextPlan: SubscribedPlan.of(service, 90) }),
          [
            [1, 7],
            [0, 0],
            [1, 7],
          ],
        ],
        [
          of(service, { nextPlan: next }),
          [
            [1, 9],
            [0, 0],
            [1, 9],
          ],
        ],
        [
          of(box, { paidGoods: 6, latestInvoiceId: invoiceId }),
          [
            [1, 7],
            [0, 0],
            [1, 7],
          ],
        ],
        [of(box, { paidGoods: 7 }), NOTHING],
        [
          of(box, { paidGoods: 8, nextPlan: next }),
          [
            [1, 9],
            [0, 0],
            [1, 9],
          ],
        ],
        // held
        [
          of(box, { paidGoods: 7, reservations: reserved }),
          [
            [1, 5],
            [1, 5],
            [0, 0],
          ],
        ],
        [
          of(box, { reservations: reserved }),
          [
            [1, 7],
            [1, 5],
            [0, 2],
          ],
        ],
        [
          of(service, { reservations: reserved }),
          [
            [1, 5],
            [1, 5],
            [0, 0],
          ],
        ],
        [of(service, { reservations: released, status: 'unpaid' }), NOTHING],
        // of others
        [
          of(box, { goodsClient: null, reservations: reserved }),
          [
            [1, 7],
            [0, 0],
            [0, 0],
          ],
        ],
        [
          of(box, { userId: ids.next('usr'), reservations: reserved }),
          [
            [0, 0],
            [1, 5],
            [0, 2],
          ],
        ],
        // not counted
        [of(box, { collection: 'send', reservations: reserved }), NOTHING],
        [of(box, { status: 'cancelled' }), NOTHING],
        ...[metered, service, licence].map((plan) => [of(plan), NOTHING] as const),
      ];
      for (const [index, [subscription, expected]] of cases.entries()) {
        expect(await counted(subscription), `case ${index}`).to.deep.equal(expected);
      }
      const before = await count({ userId, client });
      await add(placed({ userId, client, items: [shirts({ quantity: 4 })] }));
      const more = ({ orders, stock }: UnpaidOrders) => ({ orders: orders + 1, stock: stock + 4 });
      const { toComeOfClient } = before;
      const [ofBuyer, ofClient] = [more(before.ofBuyer), more(before.ofClient)];
      expect(await count({ userId, client })).to.deep.equal({ ofBuyer, ofClient, toComeOfClient });
      const guest = { email: `${ids.next('evt')}@example.com` };
      expect(await count({ emailKey: emailKey(guest.email), client })).to.deep.equal({
        ofBuyer: NONE,
        ofClient,
        toComeOfClient,
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
