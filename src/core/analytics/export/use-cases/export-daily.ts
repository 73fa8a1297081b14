import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { makeCalendar } from '../calendar.ts';
import type { ExportFiles } from '../ports.ts';
import type { ExportDatasets } from './export-datasets.ts';

type Deps = Readonly<{
  exportDatasets: ExportDatasets;
  files: ExportFiles;
  shop: ShopQueries;
  systemClock: SystemClock;
  isStopping: () => boolean;
  log: Log;
}>;

/**
 * Exports once a day of the shop's time zone: with the first call of a day that finds no complete export of that day.
 * Called often, it exports soon after midnight, and after downtime at once. The day is that of the system's clock: a test
 * clock that is advanced by a year must not export 365 times.
 */
export const makeExportDaily =
  ({ exportDatasets, files, shop, systemClock, isStopping, log }: Deps): (() => Promise<void>) =>
  async () => {
    if (isStopping()) return;
    const begun = systemClock.now();
    const { timeZone } = await shop.get();
    const state = await files.readState();
    if (state?.exportedOn === makeCalendar(timeZone).dayOf(begun)) return;
    const report = await exportDatasets({ isWhole: false });
    if (typeof report === 'string') return;
    const duration = systemClock.now().getTime() - begun.getTime();
    log.info({ ...report, milliseconds: duration }, 'exported for analysis');
  };
