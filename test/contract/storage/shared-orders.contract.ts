import { expect } from 'chai';
import type { ProductId } from '#core/catalog/product.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeExpireOrders } from '#core/orders/use-cases/expire-orders.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Json } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { anActor, aProduct, aUser, clockAtNoon, ids, noonPlus } from '../../support/builders/builders.ts';
import { makeManualPayments } from '../../support/builders/manual-payments.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { aGuestOrder, HALF_AN_HOUR } from '../../support/builders/order-builders.ts';
import { priceOrderOn } from '../../support/builders/order-pricing.ts';
import { aLog } from '../../support/log.ts';
import { shuffled } from '../../support/shuffled.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

const DAY = 86_400;

/** Orders that two processes on one storage create, cancel and expire. */
export const sharedOrdersContract = (pair: Pair): void => {
  const somebody = anActor(aUser({ role: 'staff' }));

  /** The use cases of one process. */
  const shop = (storage: StorageUnderTest) => {
    const { unitOfWork } = storage;
    const clock = clockAtNoon();
    const deps = {
      unitOfWork,
      clock,
      systemClock: clock,
      ids,
      invoices: noInvoices,
      expiresAfter: HALF_AN_HOUR,
      maxUnpaidOrders: 50,
      customerMay: [],
    };
    const recordPayment = makeRecordPayment(deps);
    const create = makeCreateOrder({ ...deps, priceOrder: priceOrderOn(storage) });
    const payments = makeManualPayments({ unitOfWork, recordPayment });
    const cancel = makeCancelOrder({ ...deps, payments });
    const expire = makeExpireOrders({ ...deps, payments, log: aLog().log });
    return {
      clock,
      buy: async (items: readonly { productId: ProductId; quantity: number }[]) =>
        unitOfWork.run(await create(somebody, { request: { items }, details: {}, client: 'any' })),
      cancel: async (id: OrderId) =>
        unitOfWork.run(await cancel(somebody, { id, reason: 'changed my mind', expected: undefined })),
      pay: async (id: OrderId) => {
        await unitOfWork.run(async (tx) => {
          const order = await tx.orders.get(id);
          return recordPayment(somebody, { order, payment: { kind: 'paid', amount: Order.amountDue(order) } })(tx);
        });
      },
      expire,
    };
  };

  const shops = () => [shop(pair()[0]), shop(pair()[1])] as const;

  const stocked = async (stock: number) => {
    const product = aProduct({ stock });
    await pair()[0].unitOfWork.run((tx) => tx.products.add(product));
    return product;
  };

  const stockOf = async ({ id }: { id: ReturnType<typeof aProduct>['id'] }) =>
    (await pair()[1].unitOfWork.run((tx) => tx.products.get(id))).stock;

  /** Expires what is due a day later. @returns the number. */
  const endAllDue = async (): Promise<number> => {
    const [{ clock, expire }] = shops();
    clock.advance(DAY);
    let ended = 0;
    for (let some = await expire(); some > 0; some = await expire()) ended += some;
    return ended;
  };

  /** The results, and the codes of errors. */
  const settled = async (attempts: readonly Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(attempts);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const error of errors) expect(error).to.be.instanceOf(DomainError);
    return { done: outcomes.length - errors.length, codes: new Set(errors.map(({ code }) => code)) };
  };

  it('sell seven items to seven of forty buyers, under seven numbers', async () => {
    const product = await stocked(7);
    const both = shops();
    const attempts = Array.from({ length: 40 }, (_, index) =>
      both[index % 2 === 0 ? 0 : 1].buy([{ productId: product.id, quantity: 1 }]),
    );
    const { done, codes } = await settled(attempts);
    expect([done, [...codes]]).to.deep.equal([7, ['insufficient_stock']]);
    expect(await stockOf(product)).to.equal(0);
    const page = await pair()[1].orderQueries.list({ filter: { product_id: product.id }, page: { limit: 100 } });
    const numbers = page.items.map(Json.parse).map(({ number }) => number);
    expect(new Set(numbers).size).to.equal(7);
    const events = await pair()[0].eventsOf(product.id);
    expect(events.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
  });

  it('sell carts in any order without deadlocks and lose no stock', async () => {
    const products = await Promise.all([12, 8, 4, 2].map(stocked));
    const both = shops();
    const attempts = Array.from({ length: 40 }, (_, index) => {
      const cart = shuffled(products).slice(0, 2);
      return both[index % 2 === 0 ? 0 : 1].buy(cart.map(({ id }) => ({ productId: id, quantity: 1 })));
    });
    const { codes } = await settled(attempts);
    expect([...codes]).to.deep.equal(['insufficient_stock']);
    for (const product of products) {
      const page = { limit: 1, includeTotal: true };
      const { total = 0 } = await pair()[0].orderQueries.list({ filter: { product_id: product.id }, page });
      expect(product.stock).to.equal(((await stockOf(product)) ?? 0) + total);
    }
  });

  it('return the stock of an order once when it is cancelled and expired concurrently', async () => {
    const both = shops();
    await endAllDue();
    for (let round = 0; round < 10; round += 1) {
      const product = await stocked(5);
      const order = await both[0].buy([{ productId: product.id, quantity: 3 }]);
      expect(await stockOf(product)).to.equal(2);
      const later = shops();
      for (const { clock } of later) clock.advance(DAY);
      let expired = 0;
      const expire = async (index: 0 | 1) => {
        const count = await later[index].expire();
        expired += count;
      };
      const tasks = [
        () => later[0].cancel(order.id),
        () => later[1].cancel(order.id),
        () => expire(0),
        () => expire(1),
      ];
      const { done, codes } = await settled(shuffled(tasks).map((task) => task()));
      const hasExpired = expired > 0;
      // expiry reports no errors
      expect({ done, codes: [...codes] }).to.deep.equal({ done: hasExpired ? 2 : 3, codes: ['invalid_state'] });
      expect(expired).to.equal(hasExpired ? 1 : 0);
      expect(await stockOf(product), `round ${round}`).to.equal(5);
      const stored = await pair()[round % 2 === 0 ? 0 : 1].unitOfWork.run((tx) => tx.orders.get(order.id));
      expect(stored).to.deep.include({ version: 2, state: { ...order.state, status: 'cancelled' } });
      expect((await pair()[0].eventsOf(order.id)).map(({ type }) => type)).to.deep.equal([
        'order.created',
        'order.cancelled',
      ]);
    }
  });

  it('expire each due order once', async () => {
    await endAllDue();
    const orders = Array.from({ length: 20 }, (_, index) => aGuestOrder({ expiresAfter: (index + 1) * 1000 }));
    await pair()[0].unitOfWork.run(async (tx) => {
      for (const order of orders) await tx.orders.add(order, []);
    });
    const both = shops();
    for (const { clock } of both) clock.advance(DAY);
    const ended = await Promise.all(Array.from({ length: 30 }, (_, index) => both[index % 2 === 0 ? 0 : 1].expire()));
    // an empty claim may mean that the other process has the locks
    expect(ended.reduce((sum, count) => sum + count, 0) + (await endAllDue())).to.equal(20);
    for (const { id } of orders) {
      expect((await pair()[1].eventsOf(id)).map(({ type }) => type)).to.deep.equal(['order.cancelled']);
    }
  });

  it('skip locked orders without waiting', async () => {
    await endAllDue();
    const orders = [aGuestOrder(), aGuestOrder(), aGuestOrder()];
    const [one, other] = pair();
    await one.unitOfWork.run(async (tx) => {
      for (const order of orders) await tx.orders.add(order, []);
    });
    const claim = (tx: Transaction) => tx.orders.claimExpired(noonPlus(DAY));
    const claimed = await one.unitOfWork.run(async (tx) => {
      const first = await claim(tx);
      return [
        first,
        ...(await other.unitOfWork.run(async (tx2) => [await claim(tx2), await one.unitOfWork.run(claim)])),
      ];
    });
    expect(new Set(claimed.map((order) => order?.id))).to.deep.equal(new Set(orders.map(({ id }) => id)));
  });

  it('leave an order either paid or cancelled, with matching stock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const product = await stocked(5);
      const [one, other] = shops();
      const order = await one.buy([{ productId: product.id, quantity: 5 }]);
      const tasks = [() => one.pay(order.id), () => other.cancel(order.id)];
      await settled(shuffled(tasks).map((task) => task()));
      const { state, amountPaid, amountRefunded } = await pair()[0].unitOfWork.run((tx) => tx.orders.get(order.id));
      const isCancelled = state.status === 'cancelled';
      expect(await stockOf(product), `round ${round}`).to.equal(isCancelled ? 5 : 0);
      // a payment before a cancellation was refunded by it
      if (isCancelled) expect(amountRefunded).to.deep.equal(amountPaid);
      else expect(state.payment).to.equal('paid');
    }
  });
};
