import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import type { Work } from '#core/storage.ts';
import { momentAt, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, money, shirts, timingAt } from '../../support/builders/order-builders.ts';
import { aPaymentRow, beginRow, nextRow } from '../../support/builders/payment-rows.ts';
import { aGate } from '../../support/gate.ts';
import { shuffled } from '../../support/shuffled.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `OrderRepository.claimExpired`. */
export const expiredOrdersContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository: expired orders on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    /** An order that expires seconds after noon. */
    const dueAt = (seconds: number): Order => aGuestOrder({ expiresAfter: seconds * 1000 });

    const add = async (...orders: readonly Order[]): Promise<void> => {
      for (const order of orders) await run((tx) => tx.orders.add(order, []));
    };

    const claim = (seconds: number): Promise<Order | undefined> =>
      run((tx) => tx.orders.claimExpired(noonPlus(seconds)));

    /** Cancels the first expired order. */
    const end = (seconds: number): Promise<Order | undefined> =>
      run(async (tx) => {
        const due = await tx.orders.claimExpired(noonPlus(seconds));
        if (due !== undefined) await tx.orders.save(Order.expire(due, noonPlus(seconds)), []);
        return due;
      });

    const endAll = async (seconds: number): Promise<Order[]> => {
      const ended: Order[] = [];
      for (let due = await end(seconds); due !== undefined; due = await end(seconds)) ended.push(due);
      return ended;
    };

    it('are none without orders', async () => {
      expect(await claim(1_000_000)).to.equal(undefined);
    });

    it('are those past their deadline, to the millisecond', async () => {
      const order = dueAt(10);
      await add(order);
      expect(await claim(9.999)).to.equal(undefined);
      expect(await claim(10)).to.deep.equal(order);
      expect(await claim(10.001)).to.deep.equal(order);
      expect(await endAll(10)).to.deep.equal([order]);
    });

    it('are claimed by deadline until none is left', async () => {
      // created and added in another order than their deadlines
      const orders = [4, 1, 6, 3, 5, 2].map(dueAt);
      await add(...shuffled(orders));
      const inTurn = [...orders].sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt));
      expect(await endAll(5)).to.deep.equal(inTurn.slice(0, 5));
      expect(await endAll(6)).to.deep.equal(inTurn.slice(5));
    });

    it('are all claimed when they share a deadline', async () => {
      const orders = [7, 7, 7].map(dueAt);
      await add(...orders);
      expect(new Set((await endAll(7)).map(({ id }) => id))).to.deep.equal(new Set(orders.map(({ id }) => id)));
    });

    it('exclude paid, authorized and closed orders, and include voided ones', async () => {
      const [paid, authorized, changed, cancelled] = [dueAt(1), dueAt(2), dueAt(3), dueAt(4)];
      const free = aGuestOrder({ items: [shirts({ unitPrice: money(0) })] });
      await add(paid, authorized, changed, cancelled, free);
      const later = OrderMoney.authorize(authorized, noonPlus(0));
      const next = Order.change(changed, { email: 'ada@example.com' }, noonPlus(0));
      const saved = [
        OrderMoney.pay(paid, Order.total(paid), timingAt(noonPlus(0))),
        later,
        next,
        Order.cancel(cancelled, null, noonPlus(0)),
      ];
      for (const order of saved) await run((tx) => tx.orders.save(order, []));
      expect(await endAll(1_000_000)).to.deep.equal([next]);
      const voided = OrderMoney.void(later, { at: noonPlus(0), expiresAfter: 20_000 });
      await run((tx) => tx.orders.save(voided, []));
      expect(await claim(19.999)).to.equal(undefined);
      expect(await endAll(20)).to.deep.equal([voided]);
    });

    it('include partially paid orders and those whose authorization does not cover the amount due', async () => {
      const [part, held] = [dueAt(1), dueAt(2)];
      await add(part, held);
      const paid = OrderMoney.pay(part, money(1), { at: noonPlus(0), expiresAfter: 10_000 });
      await run((tx) => tx.orders.save(paid, []));
      await run(beginRow(aPaymentRow({ payableId: held.id, status: 'authorized' })));
      expect(await claim(9.999)).to.deep.equal(held);
      await run((tx) => tx.orders.save(Order.beginCancelling(held, null, momentAt(noonPlus(3))), []));
      expect(await claim(9.999)).to.equal(undefined);
      expect(await claim(10)).to.deep.equal(paid);
      await run((tx) => tx.orders.save(Order.beginCancelling(paid, null, momentAt(noonPlus(10))), []));
      expect(await claim(1_000_000)).to.equal(undefined);
    });

    it('exclude orders with an open or pending payment', async () => {
      const kinds = [
        {},
        { status: 'requires_action' },
        { status: 'failed', isVoiding: true },
        { status: 'succeeded', captured: money(1), refunding: money(1) },
        { status: 'cancelled', capturing: money(1) },
      ] as const;
      for (const kind of kinds) {
        const order = dueAt(1);
        await add(order);
        const payment = aPaymentRow({ payableId: order.id, ...kind });
        await run(beginRow(payment));
        expect(await endAll(1_000_000), payment.status).to.deep.equal([]);
        const settled = { isVoiding: false, capturing: money(0), refunding: money(0), status: 'cancelled' } as const;
        await run((tx) => tx.payments.save(nextRow(payment, settled), {}));
        expect(await endAll(1)).to.deep.equal([order]);
      }
    });

    it('are claimed past an order that is being paid, and after all payments failed', async () => {
      const [paying, due] = [dueAt(1), dueAt(2)];
      await add(paying, due);
      const failed = { orderId: due.id, status: 'failed', nextCheckAt: null } as const;
      await run(beginRow(aPaymentRow({ payableId: paying.id })));
      for (const payment of [aPaymentRow(failed), aPaymentRow(failed)]) await run(beginRow(payment));
      expect(await endAll(2)).to.deep.equal([due]);
    });

    it('exclude orders whose payment starts during the claim', async () => {
      for (let round = 0; round < 5; round += 1) {
        const order = dueAt(1);
        await add(order);
        const beginning = run(async (tx) => {
          const got = await tx.orders.get(order.id);
          const payment = aPaymentRow({ payableId: order.id });
          // the test that cancelled it won
          return got.expiresAt === null ? undefined : [await beginRow(payment)(tx), payment];
        });
        const [begun, ended] = await Promise.all([beginning, end(1)]);
        const payments = await storage().paymentQueries.list({
          filter: { order_id: order.id },
          page: { limit: 2, includeTotal: true },
        });
        expect(payments.total).to.equal(begun === undefined ? 0 : 1);
        // the lock of the claim is kept for now
        expect(await end(1), `round ${round}`).to.equal(undefined);
        expect(ended?.id).to.equal(begun === undefined ? order.id : undefined);
      }
    });

    it('are claimed by one of several concurrent transactions', async () => {
      const orders = Array.from({ length: 20 }, (_, index) => dueAt(index));
      await add(...orders);
      const ended = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const own: Order[] = [];
          for (let turn = 0; turn < 20; turn += 1) own.push(...[await end(20)].flatMap((order) => order ?? []));
          return own;
        }),
      );
      const times = (ended.flat().map(({ expiresAt }) => Number(expiresAt)) satisfies number[]).sort((a, b) => a - b);
      expect(times).to.deep.equal(orders.map(({ expiresAt }) => Number(expiresAt)));
      for (const orders of ended) {
        const inTurn = orders.map(({ expiresAt }) => Number(expiresAt));
        expect(inTurn).to.deep.equal([...inTurn].sort((a, b) => a - b));
      }
      expect(await claim(20)).to.equal(undefined);
    });

    it('are claimed again after a failed transaction or dry run', async () => {
      const order = dueAt(1);
      await add(order);
      const attempt = run(async (tx) => {
        await tx.orders.claimExpired(noonPlus(1));
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await storage().unitOfWork.dryRun((tx) => tx.orders.claimExpired(noonPlus(1)))).to.deep.equal(order);
      expect(await endAll(1)).to.deep.equal([order]);
    });

    it('are not claimed while locked, and stay locked until the transaction ends', async () => {
      const [first, second] = [dueAt(1), dueAt(2)];
      await add(first, second);
      const [claimed, mayEnd] = [aGate(), aGate()];
      const holding = run(async (tx) => {
        const due = await tx.orders.claimExpired(noonPlus(2));
        claimed.open();
        await mayEnd.opened;
        if (due !== undefined) await tx.orders.save(Order.expire(due, noonPlus(2)), []);
        return due;
      });
      await Promise.race([claimed.opened, holding]);
      const paying = run(async (tx) => {
        const order = await tx.orders.get(first.id);
        return order.state.status;
      });
      const other = end(2);
      // serialized transactions wait
      await Promise.race([other, sleep(100)]);
      mayEnd.open();
      expect([await holding, await paying, await other]).to.deep.equal([first, 'cancelled', second]);
    });
  });
};
