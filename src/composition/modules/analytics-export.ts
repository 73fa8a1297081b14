import { ParquetFolder } from '#adapters/parquet/parquet-folder.ts';
import { exportGauges } from '#core/analytics/export/export-gauges.ts';
import { makeExportDaily } from '#core/analytics/export/use-cases/export-daily.ts';
import { makeExportDatasets } from '#core/analytics/export/use-cases/export-datasets.ts';
import { BACKGROUND } from '../background.ts';
import type { Config } from '../config.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock, log, processName: owner, isStopping } = SYSTEM;
const { exportQueries: queries, publisherOffsets } = STORAGE;

/** How soon after midnight an export begins, and how soon after a failure the next attempt. */
const CHECK_INTERVAL_MS = 300_000;

/** The nightly export for analysis, where there is a folder for it. */
export const analyticsExportModule = ({ analyticsExportDir }: Config): readonly Binding[] => {
  const files = analyticsExportDir === undefined ? undefined : new ParquetFolder(analyticsExportDir);
  return [
    provide(HTTP.gauges, { systemClock }, (deps) => exportGauges({ ...deps, files })),
    provide(
      BACKGROUND.workers,
      { queries, publisherOffsets, shop: SHOP.cache, systemClock, log, owner, isStopping },
      (rest) => {
        if (files === undefined) return [];
        const deps = { ...rest, files };
        const run = makeExportDaily({ ...deps, exportDatasets: makeExportDatasets(deps) });
        return [{ name: 'export for analysis', intervalMs: CHECK_INTERVAL_MS, run }];
      },
    ),
  ];
};
