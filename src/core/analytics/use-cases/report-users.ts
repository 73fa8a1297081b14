import { NO_CURRENCY } from '../entry.ts';
import { monthKey } from '../interval.ts';
import type { Values } from '../measures.ts';
import { type AnalyticsQueries, NO_BUYERS } from '../ports.ts';
import type { RangeFigures, ReportRequest } from '../report.ts';
import type { ReportRange } from '../report-range.ts';
import { openReport, type ReportDeps, type ReportReader, readReport } from '../report-reader.ts';
import { type CohortView, cohortViews, UsersFigures, type UsersReport, type UsersTotals } from '../users-report.ts';

export type UsersRequest = ReportRequest & Readonly<{ cohorts?: boolean }>;

/** Reports sign-ups and buyers by interval and, if asked for, cohorts by month. @throws DomainError `validation_failed`. */
export type ReportUsers = (request: UsersRequest) => Promise<UsersReport>;

export const makeReportUsers =
  (deps: ReportDeps): ReportUsers =>
  async (request) => {
    const reader = await openReport(deps, request);
    const [report, cohorts] = await Promise.all([
      readReport('users_report', reader, (range) => readUsers(deps.queries, reader, range)),
      request.cohorts === true ? readCohorts(deps.queries, reader) : undefined,
    ]);
    return { ...report, ...(cohorts && { cohorts }) };
  };

/** Sign-ups and buyers of a range, and of its intervals. */
export const readUsers = async (
  queries: AnalyticsQueries,
  { generation, occurrences }: ReportReader,
  range: ReportRange,
): Promise<RangeFigures<UsersTotals, UsersFigures>> => {
  const [{ total, intervals }, signUps, signIns] = await Promise.all([
    generation === undefined
      ? { total: NO_BUYERS, intervals: new Map<number, typeof NO_BUYERS>() }
      : queries.buyers(generation.number, range),
    queries.signUps(range),
    occurrences(range),
  ]);
  const series = range.starts.map((start, index) => ({
    start: start.toISOString(),
    ...UsersFigures.of(intervals.get(index) ?? NO_BUYERS, {
      signUps: signUps.get(index) ?? 0,
      signIns: signInsOf(signIns.intervals[index]),
    }),
  }));
  const allSignUps = [...signUps.values()].reduce((sum, count) => sum + count, 0);
  const visits = { signUps: allSignUps, signIns: signInsOf(signIns.total) };
  return { totals: UsersFigures.totals(total, visits), series };
};

const signInsOf = ({ sign_ins: signIns = 0n }: Values = {}): number => Number(signIns);

/** Those whose first purchase is in a month that the range touches. */
const readCohorts = async (
  queries: AnalyticsQueries,
  { generation, range: { from, to }, currency }: ReportReader,
): Promise<readonly CohortView[]> => {
  if (generation === undefined) return [];
  const { number, timeZone } = generation;
  const months = { first: monthKey(timeZone, from), last: monthKey(timeZone, new Date(to.getTime() - 1)) };
  const [counts, amounts] = await Promise.all([
    queries.cohorts({ generation: number, currency: NO_CURRENCY, ...months }),
    queries.cohorts({ generation: number, currency, ...months }),
  ]);
  return cohortViews({ counts, amounts }, { timeZone, currency });
};
