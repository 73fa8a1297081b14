import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ExportFolderError, ParquetFolder } from '#adapters/parquet/parquet-folder.ts';
import type { Progress } from '#adapters/system/progress.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { Config } from '#composition/config.ts';
import { StartError } from '#composition/start-error.ts';
import { type ExportReport, makeExportDatasets } from '#core/analytics/export/use-cases/export-datasets.ts';
import { runCommand } from './command.ts';
import type { Console } from './console.ts';
import { onStorage } from './storage-session.ts';

type ExportOptions = Readonly<{ isWhole: boolean }>;

const USAGE = `Usage: npm run analytics:export -- [--all]
  writes orders, items, payments and refunds as Parquet files to ANALYTICS_EXPORT_DIR: the months with changes since
  the last export
  --all  writes all months, such as after the restore of a backup
The settings are those of the service.`;

const RETRY_INTERVAL_MS = 500;

/** @throws StartError that says what is wrong. */
const parse = (args: readonly string[]): ExportOptions | 'help' => {
  try {
    const options = { all: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    return values.help ? 'help' : { isWhole: values.all };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
};

/**
 * Exports now, beside running services.
 * @returns false if it was interrupted.
 * @throws StartError, DatabaseError or EmbeddedServerError
 */
const exportForAnalysis = (options: ExportOptions, config: Config, console: Console): Promise<boolean> => {
  const { analyticsExportDir: folder } = config;
  if (folder === undefined) throw new StartError('ANALYTICS_EXPORT_DIR must be set: the folder of the Parquet files.');
  return onStorage(config, async (storage) => {
    let progress: Progress | undefined;
    const exportDatasets = makeExportDatasets({
      queries: storage.exportQueries,
      files: new ParquetFolder(folder),
      publisherOffsets: storage.publisherOffsets,
      shop: storage.shopQueries,
      systemClock,
      owner: randomUUID(),
      isStopping: console.isStopping,
    });
    const onProgress = ({ files, rows }: Readonly<{ files: number; rows: number }>, total: number): void => {
      progress ??= console.progress(total);
      progress.update(files, rows);
    };
    try {
      const attempt = () => exportDatasets({ ...options, onProgress });
      let outcome = await attempt();
      if (outcome === 'in_progress') console.report('Another process exports, or was killed: waiting for its end.');
      while (outcome === 'in_progress' && !console.isStopping()) {
        await sleep(RETRY_INTERVAL_MS);
        outcome = await attempt();
      }
      progress?.stop();
      return report(outcome, { folder, console });
    } catch (error) {
      throw error instanceof ExportFolderError ? new StartError(error.message) : error;
    } finally {
      progress?.stop();
    }
  });
};

const counted = (count: number): string => count.toLocaleString('en');

const report = (
  outcome: ExportReport | 'in_progress' | 'interrupted',
  { folder, console }: Readonly<{ folder: string; console: Console }>,
): boolean => {
  if (typeof outcome === 'string') {
    console.report('The export was interrupted: the next one continues.');
    return false;
  }
  const { changed, unchanged, rows } = outcome;
  console.print(
    `Read ${counted(rows)} rows of ${counted(changed + unchanged)} files: ${counted(changed)} have changed in ${folder}.`,
  );
  return true;
};

await runCommand({
  usage: USAGE,
  parse,
  run: exportForAnalysis,
  onInterruption: 'Ending. Ctrl-C again ends at once.',
});
