import type { SystemClock } from '#core/shared/clock.ts';
import type { ReportRequest } from '../report.ts';
import { openReport, type ReportDeps } from '../report-reader.ts';
import { type LiveReport, RangeSummary } from '../summary.ts';
import { readTotals } from './summarize.ts';

export type TodayRequest = Pick<ReportRequest, 'timezone' | 'currency'>;

/** What changes in today's totals. */
type TodaySubscription = Readonly<{
  /** Today's totals as JSON if they differ from those of the last call. */
  next(): Promise<readonly Readonly<{ view: string }>[]>;
}>;

/** Subscribes to today's totals. @throws DomainError `validation_failed`. */
export type FollowToday = (request: TodayRequest) => Promise<TodaySubscription>;

/** How old totals may be. All subscribers who ask for the same ones share them. */
const MAX_AGE_MS = 500;

export const makeFollowToday = (deps: ReportDeps & Readonly<{ systemClock: SystemClock }>): FollowToday => {
  const readToday = async (request: TodayRequest): Promise<LiveReport> => {
    const reader = await openReport(deps, request, { days: 1 });
    const totals = await readTotals(deps.queries, reader, reader.range);
    return RangeSummary.of('live_report', { range: reader.range, totals }, reader.currency);
  };
  const shared = sharedFor(MAX_AGE_MS, readToday, deps.systemClock);

  return async (request) => {
    await shared(request);
    let sent: string | undefined;
    return {
      async next() {
        const report = await shared(request);
        const figures = JSON.stringify({ ...report, to: undefined });
        if (figures === sent) return [];
        sent = figures;
        return [{ view: JSON.stringify(report) }];
      },
    };
  };
};

/** Reads a report once for all who ask for the same one within some time. */
const sharedFor = (
  maxAgeMs: number,
  read: (request: TodayRequest) => Promise<LiveReport>,
  systemClock: SystemClock,
): typeof read => {
  let recent = { startedAt: Number.NEGATIVE_INFINITY, reports: new Map<string, Promise<LiveReport>>() };
  return (request) => {
    const now = systemClock.now().getTime();
    if (now - recent.startedAt >= maxAgeMs) recent = { startedAt: now, reports: new Map() };
    const name = JSON.stringify([request.timezone, request.currency]);
    const report = recent.reports.get(name) ?? read(request);
    recent.reports.set(name, report);
    return report;
  };
};
