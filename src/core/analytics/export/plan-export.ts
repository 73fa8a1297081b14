// Why: docs/decisions/0045-exports-for-analysis.md

import type { Calendar, Month } from './calendar.ts';
import { DATASET_NAMES, type Source, sourceOf } from './datasets.ts';
import { type ExportFile, type ExportState, exportedColumns } from './export-state.ts';
import { type ExportQueries, SourcePosition } from './ports.ts';

const SOURCES: readonly Source[] = ['orders', 'payments', 'refunds'];

/** Longer than the time between a change and its commit, and than clocks of processes differ. */
const OVERLAP_MS = 3_600_000;

const CHANGES_PER_PAGE = 5_000;

type Plan = Pick<ExportState, 'changesUntil' | 'pending'>;

type Planning = Readonly<{
  queries: ExportQueries;
  calendar: Calendar;
  timeZone: string;
  /** The state that the last export left. */
  former: ExportState | undefined;
  /** The files that there are. */
  files: readonly ExportFile[];
  /** Whether every month is written, also where nothing has changed. */
  isWhole: boolean;
  /** Called between statements; throws to end the planning. */
  checkpoint(): Promise<void>;
}>;

/** Decides which files are to be written: those whose rows have changed, after new columns or a new time zone all. */
export const planExport = async (planning: Planning): Promise<Plan> => {
  const last = await lastChanges(planning);
  return planning.isWhole || !isContinued(planning, last)
    ? planWhole(planning, last)
    : planChanges(planning, planning.former);
};

type Continued = Planning & Readonly<{ former: ExportState }>;

type LastChanges = ExportState['changesUntil'];

const isContinued = (planning: Planning, last: LastChanges): planning is Continued => {
  const { former, timeZone } = planning;
  if (former === undefined || former.timeZone !== timeZone) return false;
  if (JSON.stringify(former.columns) !== JSON.stringify(exportedColumns())) return false;
  // a storage that is older than the files was restored from a backup
  return SOURCES.every((source) => {
    const [exported, now] = [former.changesUntil[source], last[source]];
    return exported === undefined || (now !== undefined && now.getTime() >= exported.getTime() - OVERLAP_MS);
  });
};

const lastChanges = async ({ queries, checkpoint }: Planning): Promise<LastChanges> => {
  const last: Partial<Record<Source, Date>> = {};
  for (const source of SOURCES) {
    await checkpoint();
    const at = await queries.lastChange(source);
    if (at !== undefined) last[source] = at;
  }
  return last;
};

const planWhole = async (planning: Planning, changesUntil: LastChanges): Promise<Plan> => {
  const months = await monthsBySource((source) => monthsWithRows(planning, source));
  // files of months without rows are removed when they are written
  return { changesUntil, pending: merged(filesOf(months), planning.files) };
};

const planChanges = async (planning: Planning, former: ExportState): Promise<Plan> => {
  const changesUntil: Partial<Record<Source, Date>> = { ...former.changesUntil };
  const months = await monthsBySource(async (source) => {
    const changed = new Set<Month>();
    let after = SourcePosition.startOf(new Date((former.changesUntil[source]?.getTime() ?? 0) - OVERLAP_MS));
    for (;;) {
      await planning.checkpoint();
      const changes = await planning.queries.changes(source, after, CHANGES_PER_PAGE);
      for (const { createdAt } of changes) changed.add(planning.calendar.monthOf(createdAt));
      const last = changes.at(-1);
      if (last !== undefined) {
        after = { at: last.updatedAt, id: last.id };
        changesUntil[source] = last.updatedAt;
      }
      if (changes.length < CHANGES_PER_PAGE) return changed;
    }
  });
  return { changesUntil, pending: merged(filesOf(months), former.pending) };
};

const monthsWithRows = async (
  { queries, calendar, checkpoint }: Planning,
  source: Source,
): Promise<ReadonlySet<Month>> => {
  const months = new Set<Month>();
  let from = new Date(0);
  for (;;) {
    await checkpoint();
    const next = await queries.nextCreation(source, from);
    if (next === undefined) return months;
    const month = calendar.monthOf(next);
    months.add(month);
    from = calendar.startOf(calendar.next(month));
  }
};

type Months = Readonly<Record<Source, ReadonlySet<Month>>>;

const monthsBySource = async (find: (source: Source) => Promise<ReadonlySet<Month>>): Promise<Months> => ({
  orders: await find('orders'),
  payments: await find('payments'),
  refunds: await find('refunds'),
});

const filesOf = (months: Months): ExportFile[] =>
  DATASET_NAMES.flatMap((dataset) => [...months[sourceOf(dataset)]].map((month) => ({ dataset, month })));

const keyOf = ({ dataset, month }: ExportFile): string => `${month} ${dataset}`;

/** The files of both lists, each once, the oldest months first. */
const merged = (files: readonly ExportFile[], others: readonly ExportFile[]): ExportFile[] => {
  const byKey = new Map([...files, ...others].map((file) => [keyOf(file), file]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
};
