import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { languages } from '#adapters/languages/languages.ts';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { ParquetFolder } from '#adapters/parquet/parquet-folder.ts';
import { orderItemRows, orderRow } from '#core/analytics/export/exported-rows.ts';
import type { ExportQueries } from '#core/analytics/export/ports.ts';
import { type ExportReport, makeExportDatasets } from '#core/analytics/export/use-cases/export-datasets.ts';
import { Order } from '#core/orders/order.ts';
import type { Storage } from '#core/storage.ts';
import { clockAtNoon, ids, type ManualClock } from '../../support/builders/builders.ts';
import { aChargedOrder, aGuestOrder, anEntry } from '../../support/builders/order-builders.ts';
import { useExportFolder } from '../../support/documents/export-folder.ts';

const at = (text: string): Date => new Date(`${text}Z`);

const DAY_S = 86_400;

describe('exportDatasets', () => {
  const folder = useExportFolder();
  let storage: Storage;
  let clock: ManualClock;
  beforeEach(() => {
    storage = makeMemoryStorage({ ids, languages });
    clock = clockAtNoon();
  });

  type Options = Readonly<{ isWhole?: boolean; isStopping?: () => boolean; queries?: ExportQueries; owner?: string }>;

  const run = ({ isWhole = false, isStopping = () => false, queries, owner = 'one' }: Options = {}) =>
    makeExportDatasets({
      queries: queries ?? storage.exportQueries,
      files: new ParquetFolder(folder.path()),
      publisherOffsets: storage.publisherOffsets,
      shop: storage.shopQueries,
      systemClock: clock,
      owner,
      isStopping,
    })({ isWhole });

  const reportOf = async (outcome: ReturnType<typeof run>): Promise<ExportReport> => {
    const report = await outcome;
    if (typeof report === 'string') throw new Error(`The export was ${report}.`);
    return report;
  };

  const add = async (order: Order): Promise<Order> => {
    await storage.unitOfWork.run((tx) => tx.orders.add(order, [anEntry(order)]));
    return order;
  };

  const save = (order: Order) => storage.unitOfWork.run((tx) => tx.orders.save(order, []));

  const inodeOf = async (name: string): Promise<number> => (await stat(path.join(folder.path(), name))).ino;

  const NOVEMBER = 'orders/month=2026-11/orders.parquet';

  const threeMonths = async (): Promise<readonly [Order, Order, Order]> => [
    await add(aChargedOrder({ at: at('2026-09-10T10:00:00') })),
    await add(aGuestOrder({ at: at('2026-10-10T10:00:00') })),
    await add(aGuestOrder({ at: at('2026-11-10T10:00:00') })),
  ];

  it('writes a file for each dataset and month', async () => {
    const orders = await threeMonths();
    expect(await reportOf(run())).to.deep.equal({ changed: 6, unchanged: 0, rows: 6 });
    expect(await folder.files()).to.deep.equal([
      '_export.json',
      ...['09', '10', '11'].map((month) => `order_items/month=2026-${month}/order_items.parquet`),
      ...['09', '10', '11'].map((month) => `orders/month=2026-${month}/orders.parquet`),
    ]);
    expect(await folder.rows('orders', '2026-09')).to.deep.equal([orderRow(orders[0])]);
    expect(await folder.rows('order_items', '2026-09')).to.deep.equal(orderItemRows(orders[0]));
    expect(await folder.rows('orders', '2026-11')).to.deep.equal([orderRow(orders[2])]);
  });

  it('writes no file for a shop without orders', async () => {
    expect(await reportOf(run())).to.deep.equal({ changed: 0, unchanged: 0, rows: 0 });
    expect(await folder.files()).to.deep.equal(['_export.json']);
  });

  it('leaves months alone in which nothing has changed', async () => {
    await threeMonths();
    await run();
    const before = await inodeOf(NOVEMBER);
    // the hour of overlap has the last order only
    expect(await reportOf(run())).to.deep.equal({ changed: 0, unchanged: 2, rows: 2 });
    expect(await inodeOf(NOVEMBER)).to.equal(before);
    expect(await reportOf(run({ isWhole: true }))).to.deep.equal({ changed: 0, unchanged: 6, rows: 6 });
    expect(await inodeOf(NOVEMBER)).to.equal(before);
  });

  it('rewrites the month of an order that changes late', async () => {
    const [september] = await threeMonths();
    await run();
    const november = await inodeOf(NOVEMBER);
    const cancelled = Order.cancel(september, 'mistaken', at('2026-12-24T10:00:00'));
    await save(cancelled);
    expect(await reportOf(run())).to.deep.equal({ changed: 1, unchanged: 1 + 2, rows: 4 });
    expect(await folder.rows('orders', '2026-09')).to.deep.equal([orderRow(cancelled)]);
    expect(await inodeOf(NOVEMBER)).to.equal(november);
  });

  it('has no trace of an erased buyer', async () => {
    const userId = ids.next('usr');
    const order = await add(
      aGuestOrder({
        at: at('2026-10-10T10:00:00'),
        userId,
        email: 'ada@example.com',
        shipping_address: { line1: 'Rua Augusta 1', country: 'PT' },
      }),
    );
    await run();
    expect(await folder.rows('orders', '2026-10')).to.deep.equal([orderRow(order)]);
    await storage.unitOfWork.run((tx) => tx.orders.erase({ userId, emailKey: undefined }, at('2026-11-19T10:00:00')));
    await run();
    const [row] = await folder.rows('orders', '2026-10');
    expect(row).to.deep.include({ id: order.id, user_id: null, is_erased: true, is_guest: false });
    expect(JSON.stringify(row)).not.to.include('Augusta');
  });

  it('writes all months after a change of the time zone, and removes files without rows', async () => {
    await add(aGuestOrder({ at: at('2026-09-30T23:30:00') }));
    await run();
    await storage.unitOfWork.run(async (tx) =>
      tx.shop.save({ ...(await tx.shop.get()), version: 2, timeZone: 'Europe/Berlin' }),
    );
    expect(await reportOf(run())).to.deep.equal({ changed: 4, unchanged: 0, rows: 2 });
    expect(await folder.files()).to.deep.equal([
      '_export.json',
      'order_items/month=2026-10/order_items.parquet',
      'orders/month=2026-10/orders.parquet',
    ]);
  });

  it('continues an interrupted export, which leaves nothing half-written', async () => {
    await threeMonths();
    let checks = 0;
    const isStopping = () => {
      checks += 1;
      // while the third file is written
      return checks > 14;
    };
    expect(await run({ isStopping })).to.equal('interrupted');
    const some = await folder.files();
    expect(some.filter((name) => name.includes('incoming'))).to.deep.equal([]);
    expect(some).to.have.length(1 + 2);
    expect(await reportOf(run())).to.deep.equal({ changed: 4, unchanged: 0, rows: 4 });
    expect(await folder.files()).to.have.length(7);
  });

  it('continues after a failure, with the former files until then', async () => {
    await threeMonths();
    await run();
    await add(aGuestOrder({ at: at('2026-11-11T10:00:00') }));
    let pages = 0;
    const queries: ExportQueries = {
      ...bound(storage.exportQueries),
      async rows(dataset, range) {
        pages += 1;
        if (pages > 1) throw new Error('The storage is not available.');
        return storage.exportQueries.rows(dataset, range);
      },
    };
    const failure = await run({ queries }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: The storage is not available.');
    expect(await folder.rows('orders', '2026-11')).to.have.length(1);
    expect((await folder.files()).filter((name) => name.includes('incoming'))).to.deep.equal([]);
    expect(await reportOf(run())).to.deep.equal({ changed: 1, unchanged: 1, rows: 4 });
    expect(await folder.rows('orders', '2026-11')).to.have.length(2);
  });

  it('removes what a killed process has left', async () => {
    await threeMonths();
    await run();
    await writeFile(path.join(folder.path(), `${NOVEMBER}.1f2e.incoming`), 'PAR1');
    await run();
    expect((await folder.files()).filter((name) => name.includes('incoming'))).to.deep.equal([]);
  });

  it('is done by one process at a time', async () => {
    await threeMonths();
    const [one, other] = await Promise.all([run({ owner: 'one' }), run({ owner: 'other' })]);
    expect([typeof one, other]).to.deep.equal(['object', 'in_progress']);
    expect(await reportOf(run({ owner: 'other' }))).to.include({ changed: 0 });
  });

  it('renews its lease, and ends when another process has it', async () => {
    await threeMonths();
    const slow: ExportQueries = {
      ...bound(storage.exportQueries),
      async rows(dataset, range) {
        clock.advance(6);
        expect(await run({ owner: 'other' })).to.equal('in_progress');
        return storage.exportQueries.rows(dataset, range);
      },
    };
    expect(await reportOf(run({ queries: slow }))).to.include({ changed: 6 });
    const suspended: ExportQueries = {
      ...bound(storage.exportQueries),
      async rows(dataset, range) {
        clock.advance(60);
        await run({ owner: 'other', isWhole: true });
        return storage.exportQueries.rows(dataset, range);
      },
    };
    clock.advance(DAY_S);
    const failure = await run({ queries: suspended, isWhole: true }).catch((error: unknown) => error);
    expect(String(failure)).to.equal('Error: Another process has taken over the export for analysis.');
  });
});

const bound = (queries: ExportQueries): ExportQueries => ({
  rows: (dataset, range) => queries.rows(dataset, range),
  changes: (source, after, limit) => queries.changes(source, after, limit),
  nextCreation: (source, from) => queries.nextCreation(source, from),
  lastChange: (source) => queries.lastChange(source),
});
