import type { Month } from '#core/analytics/export/calendar.ts';
import type { Dataset, Source } from '#core/analytics/export/datasets.ts';
import type { ExportState } from '#core/analytics/export/export-state.ts';

/** The state as a file of JSON. Readers of the export may look at it too. */
type StoredState = Readonly<{
  /** RFC 3339 in UTC, like all times. */
  exported_at: string | null;
  exported_on: string | null;
  time_zone: string;
  changes_until: Readonly<Partial<Record<Source, string>>>;
  /** Such as `orders/2026-11`. */
  pending: readonly string[];
  columns: ExportState['columns'];
}>;

export const stateText = (state: ExportState): string => {
  const times = Object.entries(state.changesUntil).map(([source, at]) => [source, at.toISOString()]);
  const stored: StoredState = {
    exported_at: state.exportedAt?.toISOString() ?? null,
    exported_on: state.exportedOn,
    time_zone: state.timeZone,
    changes_until: Object.fromEntries(times),
    pending: state.pending.map(({ dataset, month }) => `${dataset}/${month}`),
    columns: state.columns,
  };
  return `${JSON.stringify(stored, null, 2)}\n`;
};

/** Undefined for a text that is no state, so that everything is exported anew. */
export const parseState = (text: string): ExportState | undefined => {
  try {
    const stored: StoredState = JSON.parse(text);
    const times = Object.entries(stored.changes_until).map(([source, at]) => [source, timeOf(at)]);
    return {
      exportedAt: stored.exported_at === null ? null : timeOf(stored.exported_at),
      exportedOn: stored.exported_on,
      timeZone: stored.time_zone,
      changesUntil: Object.fromEntries(times),
      pending: stored.pending.map((name) => {
        const [dataset, month] = name.split('/');
        return { dataset: dataset as Dataset, month: month as Month };
      }),
      columns: stored.columns,
    };
  } catch {
    return undefined;
  }
};

/** @throws RangeError */
const timeOf = (text: string): Date => new Date(new Date(text).toISOString());
