import { expect } from 'chai';
import { type ExportState, exportedColumns } from '#core/analytics/export/export-state.ts';
import type { ExportFiles } from '#core/analytics/export/ports.ts';
import { makeExportDaily } from '#core/analytics/export/use-cases/export-daily.ts';
import type { ExportDatasets } from '#core/analytics/export/use-cases/export-datasets.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { Shop } from '#core/shop/shop.ts';
import { NOON } from '../../support/builders/builders.ts';
import { aLog } from '../../support/log.ts';

describe('exportDaily', () => {
  let now: Date;
  let exportedOn: string | null;
  let exports: Date[];
  let isStopping: boolean;
  beforeEach(() => {
    [now, exportedOn, exports, isStopping] = [NOON, null, [], false];
  });

  const state = (): ExportState => ({
    columns: exportedColumns(),
    timeZone: 'Europe/Berlin',
    exportedAt: null,
    exportedOn,
    changesUntil: {},
    pending: [],
  });

  const systemClock: SystemClock = { isSystemTime: true, now: () => now };

  const daily = (overrides: { exportDatasets?: ExportDatasets } = {}) => {
    const { log, lines } = aLog();
    const run = makeExportDaily({
      exportDatasets: async ({ isWhole }) => {
        expect(isWhole).to.equal(false);
        exports.push(now);
        exportedOn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now);
        return { changed: 3, unchanged: 1, rows: 1_234 };
      },
      files: { readState: async () => state() } as Partial<ExportFiles> as ExportFiles,
      shop: { get: async () => Shop.change(Shop.initial(NOON), { time_zone: 'Europe/Berlin' }, NOON) },
      systemClock,
      isStopping: () => isStopping,
      log,
      ...overrides,
    });
    return { run, lines };
  };

  it('exports with the first call of a day of the shop', async () => {
    const { run } = daily();
    const minutes = Array.from({ length: 3 * 24 * 12 }, (_, index) => index * 5);
    for (const minute of minutes) {
      now = new Date(NOON.getTime() + minute * 60_000);
      await run();
    }
    expect(exports.map((time) => time.toISOString())).to.deep.equal([
      '2026-11-20T12:00:00.000Z',
      // midnight in Berlin
      '2026-11-20T23:00:00.000Z',
      '2026-11-21T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
    ]);
  });

  it('catches up once after days of downtime', async () => {
    const { run } = daily();
    await run();
    now = new Date('2026-12-24T15:00:00Z');
    await run();
    await run();
    expect(exports).to.have.length(2);
  });

  it('tries again after an export that another process does, or that was interrupted', async () => {
    for (const outcome of ['in_progress', 'interrupted'] as const) {
      const attempts: string[] = [];
      const { run } = daily({
        exportDatasets: async () => {
          attempts.push(outcome);
          return outcome;
        },
      });
      await run();
      await run();
      expect(attempts).to.deep.equal([outcome, outcome]);
    }
  });

  it('begins nothing while the process stops', async () => {
    isStopping = true;
    await daily().run();
    expect(exports).to.deep.equal([]);
  });

  it('logs what it has exported', async () => {
    const { run, lines } = daily();
    await run();
    expect(JSON.stringify(lines)).to.include('exported for analysis').and.include('"rows":1234');
  });
});
