import { expect } from 'chai';
import type { PoolClient } from 'pg';
import type { Order } from '#core/orders/order.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { aPaymentRow, beginRow } from '../../support/builders/payment-rows.ts';
import { openPostgresStorageTwice, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

type Query = (...values: unknown[]) => Promise<unknown>;

/** Runs a task before the next matching statement on any connection. */
const doBefore = async ({ database }: PostgresStorage, like: RegExp, task: () => Promise<void>): Promise<void> => {
  let isDone = false;
  const clients = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()));
  for (const client of clients) {
    const query = client.query.bind(client) as unknown as Query;
    const waiting: Query = async (...values) => {
      const text = typeof values[0] === 'string' ? values[0] : (values[0] as { text: string }).text;
      if (!isDone && like.test(text)) {
        isDone = true;
        await task();
      }
      return query(...values);
    };
    Object.assign(client satisfies PoolClient, { query: waiting });
  }
  for (const client of clients) client.release();
};

describe('orders that expire while a payment starts', () => {
  let pair: [PostgresStorage, PostgresStorage];

  before(async () => {
    pair = await openPostgresStorageTwice();
  });
  after(async () => {
    for (const storage of pair) await storage.close();
  });

  const claim = (except: readonly Order['id'][] = []): Promise<Order | undefined> =>
    pair[0].unitOfWork.run((tx) => tx.orders.claimExpired(noonPlus(3600), except));

  it('are skipped, also when the payment started after the claim', async () => {
    const [first, second] = [1, 2].map((seconds) => aGuestOrder({ expiresAfter: seconds * 1000 }));
    if (first === undefined || second === undefined) throw new Error('There are two orders.');
    const [one, other] = pair;
    await one.unitOfWork.run(async (tx) => {
      for (const order of [first, second]) await tx.orders.add(order, []);
    });
    expect((await claim())?.id).to.equal(first.id);
    await doBefore(one, /"has_pending_payment"/, async () => {
      // the payment locked the order before the claim, whose snapshot is older
      await other.unitOfWork.run(beginRow(aPaymentRow({ payableId: first.id })));
    });
    expect((await claim())?.id).to.equal(second.id);
    expect(await claim([second.id])).to.equal(undefined);
  });
});
