import type { AnalyticsQueries } from '../ports.ts';
import type { ReportRequest } from '../report.ts';
import { ReportRange } from '../report-range.ts';
import { openReport, type ReportDeps, type ReportReader } from '../report-reader.ts';
import { AnalyticsSummary, type SummaryTotals } from '../summary.ts';
import { readBusiness } from './report-business.ts';
import { readSales } from './report-sales.ts';
import { readUsers } from './report-users.ts';

/** What a summary is asked for: it has no intervals. */
export type SummaryRequest = Pick<ReportRequest, 'from' | 'to' | 'timezone' | 'currency'>;

/** Summarizes all reports of a range beside those of the period before. @throws DomainError `validation_failed`. */
export type Summarize = (request: SummaryRequest) => Promise<AnalyticsSummary>;

export const makeSummarize =
  (deps: ReportDeps): Summarize =>
  async (request) => {
    const reader = await openReport(deps, { ...request, interval: 'month' });
    const { range, currency } = reader;
    const before = ReportRange.before(range);
    const [totals, totalsBefore] = await Promise.all([
      readTotals(deps.queries, reader, range),
      readTotals(deps.queries, reader, before),
    ]);
    return AnalyticsSummary.of({ range, totals }, { range: before, totals: totalsBefore }, currency);
  };

/** The totals of all reports for a range. */
export const readTotals = async (
  queries: AnalyticsQueries,
  reader: ReportReader,
  range: ReportRange,
): Promise<SummaryTotals> => {
  const [sales, users, business] = await Promise.all([
    readSales(reader, range),
    readUsers(queries, reader, range),
    readBusiness(reader, range),
  ]);
  return { sales: sales.totals, users: users.totals, business: business.totals };
};
