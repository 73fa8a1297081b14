import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { ExportFolderError, ParquetFolder } from '#adapters/parquet/parquet-folder.ts';
import type { PaymentRow, RefundRow } from '#core/analytics/export/datasets.ts';
import { type ExportFile, type ExportState, exportedColumns } from '#core/analytics/export/export-state.ts';
import { Json } from '#core/shared/page.ts';
import { NOON } from '../../support/builders/builders.ts';
import { parquetPath, readParquet, readParquetMetadata } from '../../support/documents/read-parquet.ts';

const PAYMENTS: ExportFile = { dataset: 'payments', month: '2026-11' };

const aRow = (overrides: Partial<PaymentRow> = {}): PaymentRow => ({
  id: 'pay_1',
  order_id: 'ord_1',
  invoice_id: null,
  gateway: 'sandbox',
  status: 'succeeded',
  capture_method: 'automatic',
  currency: 'USD',
  amount: '19.9900',
  amount_captured: '19.9900',
  amount_refunded: '0.0000',
  amount_disputed: '0.0000',
  is_overpayment: false,
  is_off_session: false,
  failure_code: null,
  created_at: '2026-11-20T12:00:00.123Z',
  updated_at: '2026-11-20T12:00:01.000Z',
  ...overrides,
});

const aRefund: RefundRow = {
  ...{ id: 're_1', payment_id: 'pay_1', order_id: null, invoice_id: 'inv_1', gateway: 'sandbox', status: 'failed' },
  ...{ currency: 'KWD', amount: '0.0010', has_reason: true, is_restocked: null, failure_code: 'lost_or_stolen' },
  items: [{ item_id: 'item_1', quantity: 2 }],
  created_at: '1999-12-31T23:59:59.999Z',
  updated_at: '2026-11-20T12:00:00.000Z',
};

describe('ParquetFolder', () => {
  let parent: string;
  let folder: string;
  let files: ParquetFolder;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'parquet-'));
    folder = path.join(parent, 'export');
    files = new ParquetFolder(folder);
  });
  afterEach(async () => {
    await files.close();
    await rm(parent, { recursive: true });
  });

  const write = async (file: ExportFile, rows: readonly object[]): Promise<boolean> => {
    const writer = await files.write(file);
    await writer.append(rows.map((row) => Json.of({ ...row })));
    return writer.complete();
  };

  const namesIn = async (): Promise<string[]> => (await readdir(folder, { recursive: true })).sort();

  it('writes values of every type, which readers find with their types', async () => {
    const largest = aRow({ id: 'pay_2', amount: '999999999999.9999', failure_code: 'Ü “declined” 🙂' });
    await write(PAYMENTS, [aRow(), largest]);
    await write({ dataset: 'refunds', month: '1999-12' }, [aRefund]);
    expect(await readParquet(parquetPath(folder, 'payments', '2026-11'))).to.deep.equal([aRow(), largest]);
    expect(await readParquet(parquetPath(folder, 'refunds', '1999-12'))).to.deep.equal([aRefund]);
  });

  it('describes the columns as engines expect them', async () => {
    await write(PAYMENTS, [aRow()]);
    const { schema, created_by } = await readParquetMetadata(parquetPath(folder, 'payments', '2026-11'));
    const column = (name: string) => schema.find((element) => element.name === name);
    expect(created_by).to.equal('commerce');
    expect(schema.slice(1).map(({ name }) => name)).to.deep.equal(Object.keys(aRow()));
    expect(column('amount')).to.include({ type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4 });
    expect(column('created_at')).to.deep.include({
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    });
    expect(column('id')).to.include({ type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' });
    expect(column('order_id')).to.include({ repetition_type: 'OPTIONAL' });
  });

  it('writes many rows in groups, and has statistics by which engines skip groups', async () => {
    const count = 45_000;
    const rows = Array.from({ length: count }, (_, index) => aRow({ id: `pay_${index}`, amount: `${index}.0000` }));
    await write(PAYMENTS, rows);
    const file = parquetPath(folder, 'payments', '2026-11');
    const { row_groups: groups } = await readParquetMetadata(file);
    expect(groups.map(({ num_rows }) => num_rows)).to.deep.equal([20_000n, 20_000n, 5_000n]);
    const amounts = groups.map(({ columns }) => columns[7]?.meta_data?.statistics);
    expect(amounts.map((each) => [each?.min_value, each?.max_value])).to.deep.equal([
      [0, 19_999],
      [20_000, 39_999],
      [40_000, 44_999],
    ]);
    const read = await readParquet(file);
    expect(read.map(({ id }) => id)).to.deep.equal(rows.map(({ id }) => id));
  });

  it('shows the former file until the new one is complete', async () => {
    await write(PAYMENTS, [aRow()]);
    const writer = await files.write(PAYMENTS);
    await writer.append([Json.of({ ...aRow({ id: 'pay_2' }) })]);
    const idsNow = async () => (await readParquet(parquetPath(folder, 'payments', '2026-11'))).map(({ id }) => id);
    expect(await idsNow()).to.deep.equal(['pay_1']);
    expect(await writer.complete()).to.equal(true);
    expect(await idsNow()).to.deep.equal(['pay_2']);
    expect(await namesIn()).to.deep.equal([
      'payments',
      'payments/month=2026-11',
      'payments/month=2026-11/payments.parquet',
    ]);
  });

  it('leaves a file as it is whose content is the same', async () => {
    await write(PAYMENTS, [aRow()]);
    const file = parquetPath(folder, 'payments', '2026-11');
    const before = await stat(file);
    expect(await write(PAYMENTS, [aRow()])).to.equal(false);
    expect((await stat(file)).ino).to.equal(before.ino);
    expect(await write(PAYMENTS, [aRow({ status: 'refunded!' })])).to.equal(true);
    expect((await stat(file)).ino).not.to.equal(before.ino);
    expect((await namesIn()).filter((name) => name.includes('incoming'))).to.deep.equal([]);
  });

  it('removes what it has discarded, and goes on', async () => {
    const writer = await files.write(PAYMENTS);
    await writer.append([Json.of({ ...aRow() })]);
    await writer.discard();
    expect(await namesIn()).to.deep.equal(['payments', 'payments/month=2026-11']);
    expect(await write(PAYMENTS, [aRow()])).to.equal(true);
  });

  it('removes what a killed process has left, and lists complete files only', async () => {
    await write(PAYMENTS, [aRow()]);
    const left = path.join(folder, 'orders', 'month=2026-10');
    await mkdir(left, { recursive: true });
    await writeFile(path.join(left, 'orders.parquet.1f2e.incoming'), 'PAR1');
    await writeFile(path.join(folder, '_export.json.1f2e.incoming'), '{');
    await writeFile(path.join(folder, 'notes.txt'), 'of somebody else');
    expect(await files.list()).to.deep.equal([PAYMENTS]);
    await files.removeIncomplete();
    expect((await namesIn()).filter((name) => name.includes('.'))).to.deep.equal([
      'notes.txt',
      'payments/month=2026-11/payments.parquet',
    ]);
  });

  it('removes a file, and says whether there was one', async () => {
    await write(PAYMENTS, [aRow()]);
    expect(await files.remove(PAYMENTS)).to.equal(true);
    expect(await files.remove(PAYMENTS)).to.equal(false);
    expect(await namesIn()).to.deep.equal(['payments']);
    expect(await files.list()).to.deep.equal([]);
  });

  it('stores a state, also for readers', async () => {
    const state: ExportState = {
      columns: exportedColumns(),
      timeZone: 'Europe/Berlin',
      exportedAt: NOON,
      exportedOn: '2026-11-20',
      changesUntil: { orders: NOON },
      pending: [PAYMENTS],
    };
    expect(await files.readState()).to.equal(undefined);
    await files.writeState({ ...state, exportedAt: null });
    await files.writeState(state);
    expect(await files.readState()).to.deep.equal(state);
    expect(await namesIn()).to.deep.equal(['_export.json']);
    const stored = JSON.parse(await readFile(path.join(folder, '_export.json'), 'utf8'));
    expect(stored).to.deep.include({ exported_at: NOON.toISOString(), pending: ['payments/2026-11'] });
    expect(stored.columns.payments).to.include({ id: 'text', amount: 'amount', order_id: 'text?' });
  });

  it('has no state where it cannot be read', async () => {
    await mkdir(folder);
    for (const text of ['', '{', '{}', '{"changes_until":{"orders":"yesterday"}}']) {
      await writeFile(path.join(folder, '_export.json'), text);
      expect(await files.readState(), text).to.equal(undefined);
    }
  });

  it('says which folder it cannot use, and why', async () => {
    await writeFile(folder, 'a file');
    for (const attempt of [() => files.readState(), () => files.list(), () => files.write(PAYMENTS)]) {
      const error = await attempt().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(ExportFolderError);
      expect(String(error)).to.match(/cannot use the folder .*export: E(NOTDIR|EXIST)/);
    }
  });
});
