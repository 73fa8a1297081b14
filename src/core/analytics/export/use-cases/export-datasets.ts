import type { PublisherOffsets } from '#core/events/ports.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { makeCalendar } from '../calendar.ts';
import { type ExportFile, type ExportState, exportedColumns } from '../export-state.ts';
import { planExport } from '../plan-export.ts';
import { type ExportFiles, type ExportFileWriter, type ExportQueries, type RowPage, SourcePosition } from '../ports.ts';

/** What an export has done. */
export type ExportReport = Readonly<{
  /** The number of files that are new or have a new content, or are removed. */
  changed: number;
  /** The number of files that were read again and have the same content. */
  unchanged: number;
  /** The number of rows in these files. */
  rows: number;
}>;

type Options = Readonly<{
  /** Whether every month is written, also where nothing has changed. */
  isWhole: boolean;
  /** Called after each file with the numbers of files and rows that are done, and how many files there are in all. */
  onProgress?: (done: Readonly<{ files: number; rows: number }>, total: number) => void;
}>;

/**
 * Writes the months in which something has changed since the last export, and those that an interrupted export has left.
 * @returns `in_progress` if another process exports now, `interrupted` if this process is to stop; the next export
 * continues then.
 */
export type ExportDatasets = (options: Options) => Promise<ExportReport | 'in_progress' | 'interrupted'>;

type Deps = Readonly<{
  queries: ExportQueries;
  files: ExportFiles;
  publisherOffsets: PublisherOffsets;
  shop: ShopQueries;
  systemClock: SystemClock;
  /** Identifies this process. */
  owner: string;
  isStopping: () => boolean;
}>;

/** The export has the lease of a publisher, and no offset. */
const LEASE_NAME = 'analytics-export';

/** Few, since an order may have a hundred items. */
const RESOURCES_PER_PAGE = 500;

class Interrupted extends Error {}

export const makeExportDatasets =
  (deps: Deps): ExportDatasets =>
  async (options) => {
    const lease = await claimLease(deps);
    if (lease === undefined) return 'in_progress';
    try {
      return await exportAll(deps, options, lease.checkpoint);
    } catch (error) {
      if (error instanceof Interrupted) return 'interrupted';
      throw error;
    } finally {
      await deps.files.close();
      await lease.release();
    }
  };

/** Renews the lease if need be. @throws Interrupted if the process is to stop, Error if the lease is lost. */
type Checkpoint = () => Promise<void>;

const claimLease = async ({ publisherOffsets, systemClock, owner, isStopping }: Deps) => {
  let lease = Lease.request(owner, systemClock.now());
  if ((await publisherOffsets.claim(LEASE_NAME, lease)) === undefined) return undefined;
  const checkpoint: Checkpoint = async () => {
    if (isStopping()) throw new Interrupted();
    if (!Lease.needsRenewal(lease, systemClock.now())) return;
    lease = Lease.request(owner, systemClock.now());
    const isHeld = await publisherOffsets.advance(LEASE_NAME, 0, lease);
    if (!isHeld) throw new Error('Another process has taken over the export for analysis.');
  };
  return { checkpoint, release: () => publisherOffsets.release(LEASE_NAME, owner) };
};

const exportAll = async (deps: Deps, options: Options, checkpoint: Checkpoint): Promise<ExportReport> => {
  const { queries, files, shop, systemClock } = deps;
  const { timeZone } = await shop.get();
  const calendar = makeCalendar(timeZone);
  const exportedOn = calendar.dayOf(systemClock.now());
  await files.removeIncomplete();
  const former = await files.readState();
  const present = await files.list();
  const plan = await planExport({ ...options, queries, calendar, timeZone, former, files: present, checkpoint });
  const { exportedAt = null } = former ?? {};
  let state: ExportState = { columns: exportedColumns(), timeZone, exportedAt, exportedOn: null, ...plan };
  await files.writeState(state);
  let report: ExportReport = { changed: 0, unchanged: 0, rows: 0 };
  for (const [index, file] of plan.pending.entries()) {
    const range = { from: calendar.startOf(file.month), before: calendar.startOf(calendar.next(file.month)) };
    const written = await writeFile(deps, { file, range, checkpoint });
    report = {
      changed: report.changed + (written.isChanged ? 1 : 0),
      unchanged: report.unchanged + (written.isChanged ? 0 : 1),
      rows: report.rows + written.rows,
    };
    state = { ...state, pending: plan.pending.slice(index + 1) };
    await files.writeState(state);
    options.onProgress?.({ files: index + 1, rows: report.rows }, plan.pending.length);
  }
  await checkpoint();
  await files.writeState({ ...state, exportedOn, exportedAt: systemClock.now() });
  return report;
};

type Writing = Readonly<{ file: ExportFile; range: Readonly<{ from: Date; before: Date }>; checkpoint: Checkpoint }>;

const writeFile = async (
  { queries, files }: Deps,
  { file, range, checkpoint }: Writing,
): Promise<Readonly<{ rows: number; isChanged: boolean }>> => {
  let writer: ExportFileWriter | undefined;
  let rows = 0;
  try {
    let after: SourcePosition | null = SourcePosition.startOf(range.from);
    while (after !== null) {
      await checkpoint();
      const part = { after, before: range.before, limit: RESOURCES_PER_PAGE };
      const page: RowPage = await queries.rows(file.dataset, part);
      if (page.rows.length > 0) {
        writer ??= await files.write(file);
        await writer.append(page.rows);
      }
      rows += page.rows.length;
      after = page.next;
    }
    await checkpoint();
    if (writer !== undefined) return { rows, isChanged: await writer.complete() };
  } catch (error) {
    await writer?.discard();
    throw error;
  }
  return { rows, isChanged: await files.remove(file) };
};
