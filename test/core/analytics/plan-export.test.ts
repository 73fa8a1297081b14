import { expect } from 'chai';
import { languages } from '#adapters/languages/languages.ts';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { makeCalendar } from '#core/analytics/export/calendar.ts';
import { type ExportFile, type ExportState, exportedColumns } from '#core/analytics/export/export-state.ts';
import { planExport } from '#core/analytics/export/plan-export.ts';
import type { Order } from '#core/orders/order.ts';
import type { Storage } from '#core/storage.ts';
import { ids } from '../../support/builders/builders.ts';
import { aGuestOrder, anEntry } from '../../support/builders/order-builders.ts';
import { anOperation, aPaidRow, beginRow } from '../../support/builders/payment-rows.ts';

const at = (text: string): Date => new Date(`${text}Z`);

describe('planExport', () => {
  let storage: Storage;
  beforeEach(() => {
    storage = makeMemoryStorage({ ids, languages });
  });

  const plan = (former?: ExportState, options: { timeZone?: string; isWhole?: boolean; files?: ExportFile[] } = {}) => {
    const { timeZone = 'UTC', isWhole = false, files = [] } = options;
    const calendar = makeCalendar(timeZone);
    const checkpoint = async () => {};
    return planExport({ queries: storage.exportQueries, calendar, timeZone, former, files, isWhole, checkpoint });
  };

  const namesOf = ({ pending }: Awaited<ReturnType<typeof plan>>): string[] =>
    pending.map(({ dataset, month }) => `${dataset} ${month}`);

  /** The state after a complete export. */
  const exported = async (timeZone = 'UTC'): Promise<ExportState> => ({
    ...(await plan(undefined, { timeZone })),
    columns: exportedColumns(),
    timeZone,
    exportedAt: at('2026-11-20T00:00:00'),
    exportedOn: '2026-11-20',
    pending: [],
  });

  const add = async (createdAt: string, updatedAt = createdAt): Promise<Order> => {
    const order = { ...aGuestOrder({ at: at(createdAt) }), updatedAt: at(updatedAt) };
    await storage.unitOfWork.run((tx) => tx.orders.add(order, [anEntry(order)]));
    return order;
  };

  it('has nothing to write for a new shop', async () => {
    expect(await plan()).to.deep.equal({ changesUntil: {}, pending: [] });
  });

  it('has every month with rows at first, the oldest first', async () => {
    await add('2026-11-01T00:00:00', '2026-11-19T10:00:00');
    await add('2025-02-28T23:59:59.999');
    const payment = aPaidRow({ at: at('2026-10-05T00:00:00') });
    const refundedAt = at('2026-12-01T00:00:00');
    const refund = anOperation(payment, { id: ids.next('re'), kind: 'refund', createdAt: refundedAt });
    await storage.unitOfWork.run(beginRow(payment, { operations: [refund] }));
    const first = await plan();
    expect(namesOf(first)).to.deep.equal([
      'order_items 2025-02',
      'orders 2025-02',
      'payments 2026-10',
      'order_items 2026-11',
      'orders 2026-11',
      'refunds 2026-12',
    ]);
    expect(first.changesUntil).to.deep.equal({
      orders: at('2026-11-19T10:00:00'),
      payments: payment.updatedAt,
      refunds: refund.updatedAt,
    });
  });

  it('has the months of what has changed since, with an hour of overlap', async () => {
    await add('2026-08-15T00:00:00', '2026-11-20T10:59:59');
    await add('2026-09-15T00:00:00', '2026-11-20T11:00:00');
    await add('2026-10-15T00:00:00', '2026-11-20T12:00:00');
    const former = await exported();
    const late = await add('2026-01-15T00:00:00', '2026-11-20T12:30:00');
    const next = await plan(former);
    const months = ['2026-01', '2026-09', '2026-10'];
    expect(namesOf(next)).to.deep.equal(months.flatMap((month) => [`order_items ${month}`, `orders ${month}`]));
    expect(next.changesUntil).to.deep.equal({ orders: late.updatedAt });
  });

  it('has the months of many changes', async () => {
    const former = await exported();
    for (let day = 1; day <= 28; day += 1) await add(`2026-02-${String(day).padStart(2, '0')}T00:00:00`);
    await add('2026-03-01T00:00:00');
    expect(namesOf(await plan(former))).to.include.members(['orders 2026-02', 'orders 2026-03']);
  });

  it('has the files that an interrupted export has left', async () => {
    await add('2026-11-15T00:00:00');
    const pending: ExportFile[] = [{ dataset: 'payments', month: '2024-05' }];
    const next = await plan({ ...(await exported()), pending });
    expect(namesOf(next)).to.deep.equal(['payments 2024-05', 'order_items 2026-11', 'orders 2026-11']);
  });

  it('puts an order into the month of the shop’s time zone', async () => {
    await add('2026-10-31T23:30:00');
    expect(namesOf(await plan())).to.include('orders 2026-10');
    expect(namesOf(await plan(undefined, { timeZone: 'Europe/Berlin' }))).to.include('orders 2026-11');
  });

  describe('has every month, and the files of months without rows', () => {
    const files: ExportFile[] = [{ dataset: 'orders', month: '2026-10' }];
    let former: ExportState;
    beforeEach(async () => {
      await add('2026-09-30T23:30:00', '2026-09-30T23:30:00');
      await add('2026-11-15T00:00:00');
      former = await exported();
    });

    const all = ['order_items 2026-09', 'orders 2026-09', 'orders 2026-10', 'order_items 2026-11', 'orders 2026-11'];

    it('on request', async () => {
      expect(namesOf(await plan(former, { files, isWhole: true }))).to.deep.equal(all);
      expect(namesOf(await plan(former, { files }))).to.deep.equal(['order_items 2026-11', 'orders 2026-11']);
    });

    it('after other columns', async () => {
      const columns = { ...former.columns, orders: { id: 'text' } };
      expect(namesOf(await plan({ ...former, columns }, { files }))).to.deep.equal(all);
    });

    it('after another time zone', async () => {
      const moved = await plan(former, { files, timeZone: 'Europe/Berlin' });
      expect(namesOf(moved)).to.include.members(['orders 2026-10', 'order_items 2026-10', 'orders 2026-11']);
      expect(namesOf(moved)).not.to.include('orders 2026-09');
    });

    it('in a storage that is older than the files', async () => {
      const changesUntil = { orders: at('2026-11-15T01:00:00.001') };
      expect(namesOf(await plan({ ...former, changesUntil }, { files }))).to.deep.equal(all);
      expect(
        namesOf(await plan({ ...former, changesUntil: { refunds: at('2026-11-15T00:00:00') } }, { files })),
      ).to.deep.equal(all);
    });
  });
});
