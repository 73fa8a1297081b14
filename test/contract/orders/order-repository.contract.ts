import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { orderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import {
  aChargedOrder,
  aGuestOrder,
  aLargeOrder,
  anEntry,
  applyHistory,
  everyHistory,
  money,
  shirts,
  timingAt,
} from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const OTHER_TERMS: Order['withdrawalTerms'] = {
  appliesTo: 'all',
  days: 365,
  transportDays: 0,
  returnCosts: 'shop',
  isInformed: false,
  subscriptionId: ids.next('sub'),
};

export const orderRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository on ${name}`, () => {
    const storage = useStorage(open);
    describe('presence', () => presenceContract(storage));
    describe('round trip', () => roundTripContract(storage));
    describe('version', () => versionContract(storage));
    describe('external id', () => externalIdContract(storage));
    describe('unpaid orders', () => unpaidContract(storage));
  });
};

const presenceContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  it('finds nothing for an unknown order', async () => {
    const id = ids.next('ord');
    expect(await rejectionOf(run((tx) => tx.orders.get(id)))).to.include({ kind: 'not_found', code: 'not_found' });
    expect(await run((tx) => tx.orders.find(id))).to.equal(undefined);
  });

  it('reads its own writes within a transaction', async () => {
    const order = aGuestOrder();
    const next = Order.change(order, { email: 'ada@example.com', metadata: { gift: 'yes' } }, noonPlus(1));
    await run(async (tx) => {
      await tx.orders.add(order, [anEntry(order)]);
      expect(await tx.orders.get(order.id)).to.deep.equal(order);
      await tx.orders.save(next, []);
      expect(await tx.orders.find(order.id)).to.deep.equal(next);
      expect(await tx.orders.get(order.id)).to.deep.equal(next);
    });
  });

  it('stores nothing of a dry run', async () => {
    const order = aGuestOrder();
    await storage().unitOfWork.dryRun((tx) => tx.orders.add(order, [anEntry(order)]));
    expect(await run((tx) => tx.orders.find(order.id))).to.equal(undefined);
    expect((await storage().orderQueries.timeline(order.id, { limit: 1 }, 'full')).items).to.deep.equal([]);
  });
};

const ADDRESS = { line1: '1 "Main" St', country: 'PT' };

const aBit = () => shirts({ unitPrice: money(0.4899, 'CLF'), quantity: 1 });

const priced = (major: number, currency: string, quantity = 1): Order =>
  aGuestOrder({ items: [shirts({ unitPrice: money(major, currency), quantity })] });

/** Paid, refunded and paid again up to the maximum amount. */
const paidAgain = (): Order => {
  const half = money(499_999_999_999.99);
  const paid = OrderMoney.pay(
    aGuestOrder({ items: [shirts({ unitPrice: money(500_000_000_000), quantity: 1 })] }),
    half,
    timingAt(NOON),
  );
  return OrderMoney.pay(OrderMoney.refund(paid, half, timingAt(NOON)), money(500_000_000_000), timingAt(NOON));
};

const KINDS: Readonly<Record<string, () => Order>> = {
  'the smallest order': () => aGuestOrder({ items: [shirts({ name: 'x', unitPrice: money(0), quantity: 1 })] }),
  'an order with discounts, shipping and taxes': () => aChargedOrder(),
  'the largest order': () => aLargeOrder({ userId: ids.next('usr') }),
  'the largest order of a guest': () => aLargeOrder(),
  'the smallest price': () => priced(0.01, 'USD'),
  'the largest price': () => priced(999_999_999_999.99, 'USD'),
  'the largest price without decimals': () => priced(999_999_999_999, 'JPY'),
  'a price of three decimals': () => priced(12.345, 'KWD', 7),
  'the largest price of three decimals': () => priced(999_999_999_999.99, 'KWD'),
  'a price of four decimals': () => priced(38_402.0001, 'CLF', 3),
  'the largest price of four decimals': () => priced(999_999_999_999.99, 'CLF'),
  'a sum that numbers in JavaScript cannot tell from the next': () =>
    aGuestOrder({ items: [shirts({ unitPrice: money(999_999_999_999.5, 'CLF'), quantity: 1 }), aBit()] }),
  'a large quantity': () => priced(0.01, 'USD', 2_147_483_647),
  'as much as can be paid': paidAgain,
  'empty texts': () => aGuestOrder({ items: [shirts({ name: '', sku: '' })], email: '', metadata: { '': '' } }),
  'an address without parts': () => aGuestOrder({ shipping_address: ADDRESS, billing_address: null }),
  'an address of one part more': () => aGuestOrder({ billing_address: { ...ADDRESS, city: TEXT } }),
  'items of which some are from stock': () =>
    aGuestOrder({
      items: [shirts({ isFromStock: true }), shirts({ isFromStock: false }), shirts({ isFromStock: true })],
    }),
  'terms of withdrawal of its own': () => aGuestOrder({ withdrawalTerms: OTHER_TERMS }),
  'times to the millisecond': () => aGuestOrder({ at: new Date('1999-12-31T23:59:59.999Z'), expiresAfter: 1 }),
};

/** An order with the items of another, of which nothing is paid or fulfilled. */
const withItemsOf = ({ items, currency }: Order, order: Order): Order => {
  const nothing = money(0, currency);
  return { ...order, items, currency, fulfillments: [], amountPaid: nothing, amountRefunded: nothing };
};

const roundTripContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const expectKept = async (order: Order): Promise<void> => {
    expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(order);
    expect(await run((tx) => tx.orders.find(order.id))).to.deep.equal(order);
    const found = await storage().orderQueries.find(order.id);
    expect(found?.view).to.equal(Json.of(orderView(order)));
    expect(found).to.deep.include({
      version: order.version,
      userId: order.userId,
      withdrawalTerms: order.withdrawalTerms,
    });
  };

  for (const [what, placed] of Object.entries(KINDS)) {
    it(`round-trips ${what}, added and saved`, async () => {
      const added = placed();
      await run((tx) => tx.orders.add(added, [anEntry(added)]));
      await expectKept(added);
      // everything changes in the next version but the items and the currency, which never do
      const next = placed();
      const unlike = withItemsOf(next, aLargeOrder({ userId: ids.next('usr'), at: NOON }));
      await run((tx) => tx.orders.add(unlike, []));
      const { id, number } = unlike;
      const saved = { ...next, id, number, version: unlike.version + 1 };
      await run((tx) => tx.orders.save(saved, []));
      await expectKept(saved);
    });
  }

  it('round-trips an order in every reachable state', async () => {
    const free = (): Order => aGuestOrder({ items: [shirts({ unitPrice: money(0) })] });
    for (const placed of [aGuestOrder, free]) {
      for (const history of everyHistory(placed)) {
        const order = applyHistory(placed(), history);
        await run((tx) => tx.orders.add(order, []));
        await expectKept(order);
      }
    }
  });

  it('round-trips an order after every step', async () => {
    const longest = everyHistory().reduce((a, b) => (b.length > a.length ? b : a));
    let order = aGuestOrder({ email: 'ada@example.com' });
    await run((tx) => tx.orders.add(order, []));
    for (const step of longest) {
      order = await run(async (tx) => {
        const next = step(await tx.orders.get(order.id));
        await tx.orders.save(next, []);
        return next;
      });
      await expectKept(order);
    }
  });
};

const versionContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const noted = (order: Order, note: string): Order => Order.change(order, { metadata: { note } }, noonPlus(1));

  it('rejects any version but the next, with its timeline entries', async () => {
    const order = aGuestOrder();
    await run((tx) => tx.orders.add(order, []));
    const second = noted(order, 'second');
    await run((tx) => tx.orders.save(second, []));
    const again = noted(order, 'another second');
    for (const rejected of [again, second, { ...noted(second, 'fourth'), version: 4 }, order]) {
      const attempt = run((tx) => tx.orders.save(rejected, [anEntry(rejected)]));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
    }
    expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(second);
    expect((await storage().orderQueries.timeline(order.id, { limit: 1 }, 'full')).items).to.deep.equal([]);
  });

  it('rejects saving an unknown order', async () => {
    const attempt = run((tx) => tx.orders.save(noted(aGuestOrder(), 'second'), []));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
  });

  it('stores the next version without other changes', async () => {
    const order = aGuestOrder();
    await run((tx) => tx.orders.add(order, []));
    await run((tx) => tx.orders.save({ ...order, version: 2 }, []));
    expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal({ ...order, version: 2 });
  });

  it('stores changed items, which other transactions then read under the lock', async () => {
    const order = OrderMoney.pay(aChargedOrder(), Order.total(aChargedOrder()), timingAt(NOON));
    await run((tx) => tx.orders.add(order, []));
    const [item] = order.items;
    if (item === undefined) throw new TypeError('An order has items.');
    const without = OrderChanges.cancelItem(order, { itemId: item.id, quantity: 1, isRefunded: true }, noonPlus(1));
    const reading = Promise.withResolvers<void>();
    const [seen] = await Promise.all([
      reading.promise.then(() => run((tx) => tx.orders.get(order.id))),
      run(async (tx) => {
        await tx.orders.get(order.id);
        reading.resolve();
        await tx.orders.saveWithItems(without, []);
      }),
    ]);
    expect(seen).to.deep.equal(without);
    const found = await storage().orderQueries.find(order.id);
    expect(found?.view).to.equal(Json.of(orderView(without)));
  });

  it('stores several versions in a transaction', async () => {
    const order = aGuestOrder();
    const third = noted(noted(order, 'second'), 'third');
    await run(async (tx) => {
      await tx.orders.add(order, []);
      await tx.orders.save(noted(order, 'second'), []);
      await tx.orders.save(third, []);
    });
    expect(await run((tx) => tx.orders.get(order.id))).to.deep.equal(third);
  });

  it('loses no concurrent change of an order', async () => {
    const order = aGuestOrder({ items: [shirts({ unitPrice: money(10), quantity: 1 })] });
    await run((tx) => tx.orders.add(order, []));
    const pay = () =>
      run(async (tx) =>
        tx.orders.save(OrderMoney.pay(await tx.orders.get(order.id), money(1), timingAt(noonPlus(1))), []),
      );
    await Promise.all(Array.from({ length: 10 }, pay));
    const { version, state, amountPaid } = await run((tx) => tx.orders.get(order.id));
    expect({ version, payment: state.payment, amountPaid }).to.deep.equal({
      version: 11,
      payment: 'paid',
      amountPaid: money(10),
    });
  });
};

const externalIdContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const add = (order: Order) => run((tx) => tx.orders.add(order, []));
  const taken = { kind: 'conflict', code: 'already_exists' };

  it('rejects a duplicate external id, added or saved', async () => {
    const external_id = ids.next('evt');
    const [first, other] = [aGuestOrder({ external_id }), aGuestOrder()];
    await add(first);
    expect(await rejectionOf(add(aGuestOrder({ external_id })))).to.include(taken);
    await add(other);
    const saved = Order.annotate(other, { external_id }, noonPlus(1));
    expect(await rejectionOf(run((tx) => tx.orders.save(saved, [])))).to.include(taken);
    await run((tx) => tx.orders.save(Order.annotate(first, {}, noonPlus(1)), []));
    await run((tx) => tx.orders.save(saved, []));
    expect(await run((tx) => tx.orders.get(other.id))).to.deep.equal(saved);
  });

  it('distinguishes external ids by case, and accepts any number of orders without one', async () => {
    const external_id = ids.next('evt');
    for (const id of [external_id, external_id.toUpperCase(), null, null]) await add(aGuestOrder({ external_id: id }));
  });

  it('gives an external id to one of several concurrent orders', async () => {
    const external_id = ids.next('evt');
    const attempts = Array.from({ length: 8 }, () => add(aGuestOrder({ external_id })));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).to.include(taken);
  });
};

const unpaidContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  it('finds the order with a number, and the first one of a subscription', async () => {
    const subscriptionId = ids.next('sub');
    const withdrawalTerms = { ...OTHER_TERMS, subscriptionId };
    const second = aGuestOrder({ withdrawalTerms, at: noonPlus(1) });
    const first = aGuestOrder({ withdrawalTerms });
    for (const order of [second, first, aGuestOrder()]) await run((tx) => tx.orders.add(order, []));
    expect(await run((tx) => tx.orders.findByNumber(first.number))).to.equal(first.id);
    expect(await run((tx) => tx.orders.findByNumber(0))).to.equal(undefined);
    expect(await run((tx) => tx.orders.findFirstOf(subscriptionId))).to.deep.equal(first);
    expect(await run((tx) => tx.orders.findFirstOf(ids.next('sub')))).to.equal(undefined);
  });

  it('lists the orders of guests by e-mail, the oldest first', async () => {
    const email = `Guest-${ids.next('ord')}@Example.com`;
    const orders = [60, 0, 30].map((minutes) => aGuestOrder({ email, at: noonPlus(minutes) }));
    const others = [
      aGuestOrder({ email, userId: ids.next('usr') }),
      aGuestOrder({ email: `x${email}` }),
      aGuestOrder(),
    ];
    await run(async (tx) => {
      for (const order of [...orders, ...others]) await tx.orders.add(order, []);
    });
    const list = (limit: number) => run((tx) => tx.orders.listGuestOrders(email.toLowerCase(), limit));
    const [last, first, second] = orders.map(({ id }) => id);
    expect(await list(10)).to.deep.equal([first, second, last]);
    expect(await list(2)).to.deep.equal([first, second]);
  });
};
