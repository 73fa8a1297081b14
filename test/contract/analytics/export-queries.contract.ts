import { expect } from 'chai';
import { DATASET_NAMES, DATASETS, type Dataset, type Source } from '#core/analytics/export/datasets.ts';
import { orderItemRows, orderRow, paymentRow, refundRow } from '#core/analytics/export/exported-rows.ts';
import { type RowPage, SourcePosition } from '#core/analytics/export/ports.ts';
import { Order } from '#core/orders/order.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { Json } from '#core/shared/page.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import {
  aChargedOrder,
  aGuestOrder,
  aLargeOrder,
  anEntry,
  anItem,
  money,
} from '../../support/builders/order-builders.ts';
import { aLargePaymentRow, anOperation, aPaidRow, aPaymentRow, beginRow } from '../../support/builders/payment-rows.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const [LONG_AGO, FAR] = [new Date('1990-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];

const SOURCES: readonly Source[] = ['orders', 'payments', 'refunds'];

type Storage = () => StorageUnderTest;

/** `ExportQueries`. */
export const exportQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`ExportQueries on ${name}`, () => {
    describe('rows', () => rowsContract(useStorage(open)));
    describe('changes', () => changesContract(useStorage(open)));
    describe('after an erasure', () => erasureContract(useStorage(open)));
  });
};

const writerOn = (storage: Storage) => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  return {
    run,
    add: (order: Order): Promise<unknown> => run((tx) => tx.orders.add(order, [anEntry(order)])),
    begin: (payment: Payment, operations: readonly PaymentOperation[] = []): Promise<unknown> =>
      run(beginRow(payment, { operations: [anOperation(payment), ...operations] })),
  };
};

const aRefund = (payment: Payment, overrides: Partial<PaymentOperation> = {}): PaymentOperation =>
  anOperation(payment, { id: ids.next('re'), kind: 'refund', ...overrides });

type Part = Readonly<{ from?: Date; before?: Date; limit?: number }>;

/** The rows of a dataset that belong to a time, read by pages. */
const readRows = async (
  storage: Storage,
  dataset: Dataset,
  { from = LONG_AGO, before = FAR, limit = 100 }: Part = {},
): Promise<object[]> => {
  const rows: object[] = [];
  let after: SourcePosition | null = SourcePosition.startOf(from);
  while (after !== null) {
    const page: RowPage = await storage().exportQueries.rows(dataset, { after, before, limit });
    rows.push(...page.rows.map(Json.parse));
    after = page.next;
  }
  return rows;
};

const plain = (rows: readonly object[]): object[] => JSON.parse(JSON.stringify(rows));

const rowsContract = (storage: Storage): void => {
  const { add, begin } = writerOn(storage);

  const idsIn = async (part: Part): Promise<unknown[]> =>
    (await readRows(storage, 'orders', part)).map((row) => Object.entries(row)[0]?.[1]);

  it('are none at first', async () => {
    for (const dataset of DATASET_NAMES) expect(await readRows(storage, dataset)).to.deep.equal([]);
    for (const source of SOURCES) {
      expect(await storage().exportQueries.nextCreation(source, LONG_AGO)).to.equal(undefined);
      expect(await storage().exportQueries.lastChange(source)).to.equal(undefined);
      expect(await storage().exportQueries.changes(source, SourcePosition.startOf(LONG_AGO), 10)).to.deep.equal([]);
    }
  });

  it('have every order and item in order of creation, with exact amounts of any currency', async () => {
    const tax = { name: 'VAT', rate: 77_123 as Rate, amount: money('0.001', 'KWD') };
    const category = { id: ids.next('cat'), name: 'Shirts & scarves' };
    const orders = [
      aGuestOrder({ at: noonPlus(-9), billing_address: { line1: 'Main Street 1', country: 'NZ' } }),
      aChargedOrder({
        at: noonPlus(-8),
        external_id: 'ERP-17',
        shipping_address: { line1: 'Main Street 1', country: 'DE' },
      }),
      aGuestOrder({ at: noonPlus(-7), items: [anItem({ unitPrice: money(1500, 'JPY') })] }),
      aGuestOrder({
        at: noonPlus(-6),
        items: [
          anItem({ unitPrice: money('12.345', 'KWD'), tax, category }),
          anItem({ unitPrice: money('0.001', 'KWD') }),
        ],
      }),
      aLargeOrder({ userId: ids.next('usr'), isByCustomer: true }),
      Order.cancel(aGuestOrder({ at: noonPlus(0.001) }), 'mistaken', noonPlus(5)),
    ];
    for (const order of orders) await add(order);
    expect(await readRows(storage, 'orders')).to.deep.equal(plain(orders.map(orderRow)));
    expect(await readRows(storage, 'order_items')).to.deep.equal(plain(orders.flatMap(orderItemRows)));
  });

  it('have every payment and refund', async () => {
    const invoice = aPaidRow({ payableId: ids.next('inv'), at: noonPlus(3), isOffSession: true });
    const failure = { code: 'card_declined', message: 'Ada’s card was declined.' };
    const payments = [aLargePaymentRow(), aPaymentRow({ status: 'failed', failure, nextCheckAt: null }), invoice];
    const items = [{ itemId: ids.next('item'), quantity: 2 }];
    const refunds = [
      aRefund(invoice, {
        reason: 'too small',
        refunded: { items, isRestocked: true, shipping: null },
        createdAt: noonPlus(4),
      }),
      aRefund(invoice, { status: 'reversed', failure, amount: money(1), createdAt: noonPlus(5) }),
    ];
    for (const payment of payments) await begin(payment, payment === invoice ? refunds : []);
    expect(await readRows(storage, 'payments')).to.deep.equal(plain(payments.map(paymentRow)));
    expect(await readRows(storage, 'refunds')).to.deep.equal(plain(refunds.map((each) => refundRow(each, invoice))));
  });

  it('have the columns of their dataset, in their order', async () => {
    for (const dataset of DATASET_NAMES) {
      const rows = await readRows(storage, dataset);
      expect(rows.length, dataset).to.be.greaterThan(1);
      for (const row of rows) expect(Object.keys(row)).to.deep.equal(Object.keys(DATASETS[dataset]));
    }
  });

  it('are the same for pages of any size, also of resources that were created at one time', async () => {
    const at = noonPlus(100);
    for (let count = 0; count < 5; count += 1) await add(aChargedOrder({ at, items: [anItem(), anItem()] }));
    for (const dataset of DATASET_NAMES) {
      const rows = await readRows(storage, dataset);
      for (const limit of [1, 2, 5]) expect(await readRows(storage, dataset, { limit })).to.deep.equal(rows);
    }
    expect(await readRows(storage, 'order_items', { from: at })).to.have.length(10);
  });

  it('are those from a time on and before another', async () => {
    const orders = [0, 1, 2].map((at) => aGuestOrder({ at: noonPlus(1_000 + at) }));
    for (const order of orders) await add(order);
    const [first, second, third] = orders.map(({ id }) => id);
    expect(await idsIn({ from: noonPlus(1_000), before: noonPlus(1_002) })).to.deep.equal([first, second]);
    expect(await idsIn({ from: noonPlus(1_000.001), before: noonPlus(1_002.001) })).to.deep.equal([second, third]);
    expect(await idsIn({ from: noonPlus(1_003) })).to.deep.equal([]);
    const next = (from: Date) => storage().exportQueries.nextCreation('orders', from);
    expect(await next(noonPlus(1_000))).to.deep.equal(noonPlus(1_000));
    expect(await next(noonPlus(1_000.001))).to.deep.equal(noonPlus(1_001));
    expect(await next(noonPlus(1_003))).to.equal(undefined);
  });
};

const changesContract = (storage: Storage): void => {
  const { add, begin } = writerOn(storage);
  const changesAfter = (source: Source, after: SourcePosition, limit = 10) =>
    storage().exportQueries.changes(source, after, limit);

  it('are in the order of the last changes, from any position on', async () => {
    const orders = [5, 3, 4].map((at) => aGuestOrder({ at: noonPlus(at) }));
    for (const order of orders) await add(order);
    const [five, three, four] = orders.map(({ id, createdAt }) => ({ id, createdAt, updatedAt: createdAt }));
    expect(await changesAfter('orders', SourcePosition.startOf(NOON))).to.deep.equal([three, four, five]);
    expect(await changesAfter('orders', SourcePosition.startOf(NOON), 2)).to.deep.equal([three, four]);
    expect(await changesAfter('orders', { at: noonPlus(4), id: four?.id ?? '' })).to.deep.equal([five]);
    expect(await changesAfter('orders', SourcePosition.startOf(noonPlus(4)))).to.deep.equal([four, five]);
    expect(await storage().exportQueries.lastChange('orders')).to.deep.equal(noonPlus(5));
  });

  it('tell late changes from creations', async () => {
    const order = aGuestOrder({ at: noonPlus(-9_999) });
    await add(Order.cancel(order, null, noonPlus(9)));
    const { id, createdAt } = order;
    expect(await changesAfter('orders', SourcePosition.startOf(noonPlus(9)))).to.deep.equal([
      { id, createdAt, updatedAt: noonPlus(9) },
    ]);
  });

  it('are of payments and of refunds alone', async () => {
    const payment = aPaidRow({ at: noonPlus(1) });
    const refund = aRefund(payment, { createdAt: noonPlus(2), updatedAt: noonPlus(3) });
    await begin(payment, [refund]);
    const start = SourcePosition.startOf(LONG_AGO);
    expect((await changesAfter('payments', start)).map(({ id }) => id)).to.deep.equal([payment.id]);
    expect(await changesAfter('refunds', start)).to.deep.equal([
      { id: refund.id, createdAt: noonPlus(2), updatedAt: noonPlus(3) },
    ]);
    expect(await storage().exportQueries.nextCreation('refunds', LONG_AGO)).to.deep.equal(noonPlus(2));
    expect(await storage().exportQueries.lastChange('refunds')).to.deep.equal(noonPlus(3));
    expect(await storage().exportQueries.lastChange('payments')).to.deep.equal(noonPlus(1));
  });
};

const erasureContract = (storage: Storage): void => {
  const { run, add, begin } = writerOn(storage);

  it('name no buyer, and report orders, payments and refunds as changed', async () => {
    const userId = ids.next('usr');
    const order = aGuestOrder({
      userId,
      email: 'ada@example.com',
      shipping_address: { line1: 'Main Street 1', country: 'PT' },
    });
    const payment = aPaidRow({ payableId: order.id, userId });
    const refund = aRefund(payment, { reason: 'Ada has moved' });
    await add(order);
    await begin(payment, [refund]);
    const before = [await readRows(storage, 'orders'), await readRows(storage, 'refunds')].flat();
    expect(before).to.have.nested.property('[0].user_id', userId);
    expect(before).to.have.nested.property('[1].has_reason', true);
    await run(async (tx) => {
      await tx.orders.erase({ userId, emailKey: undefined }, noonPlus(60));
      await tx.payments.erase([order.id], noonPlus(60));
    });
    const after = await Promise.all(DATASET_NAMES.map((dataset) => readRows(storage, dataset)));
    expect(JSON.stringify(after)).not.to.include(userId);
    expect(after.flat()).to.have.nested.property('[0].is_erased', true);
    expect(after.flat()).to.have.nested.property('[0].is_guest', false);
    expect(after.flat()).to.have.nested.property('[0].country', 'PT');
    expect(after.at(-1)).to.have.nested.property('[0].has_reason', false);
    for (const source of SOURCES) {
      const changes = await storage().exportQueries.changes(source, SourcePosition.startOf(noonPlus(60)), 10);
      expect(changes, source).to.have.length(1);
    }
  });
};
