import type { Actor } from '#core/shared/actor.ts';
import { readLabels } from '../group-labels.ts';
import { showMetrics } from '../metrics.ts';
import type { AnalyticsQueries, LabelledDimension } from '../ports.ts';
import type { RangeFigures, ReportRequest } from '../report.ts';
import type { ReportRange } from '../report-range.ts';
import { openReport, type ReportDeps, type ReportReader, readReport } from '../report-reader.ts';
import {
  SALES_FIGURES,
  SALES_TOTALS,
  type SalesFigures,
  type SalesGroup,
  type SalesReport,
  type SalesTotals,
} from '../sales-report.ts';

export type SalesRequest = ReportRequest &
  Readonly<{
    group_by?: LabelledDimension;
    /** Of the groups. */
    limit?: number;
  }>;

/** Reports sales by interval and, if asked for, by product, category or user. @throws DomainError `validation_failed`. */
export type ReportSales = (actor: Actor, request: SalesRequest) => Promise<SalesReport>;

const DEFAULT_GROUPS = 10;

export const makeReportSales =
  (deps: ReportDeps): ReportSales =>
  async (actor, request) => {
    const reader = await openReport(deps, request);
    const [report, groups] = await Promise.all([
      readReport('sales_report', reader, (range) => readSales(reader, range)),
      request.group_by && readGroups(deps.queries, reader, { ...request, by: request.group_by, actor }),
    ]);
    return { ...report, ...(groups && { groups }) };
  };

/** Sales in a range, and in its intervals. */
export const readSales = async (
  reader: ReportReader,
  range: ReportRange,
): Promise<RangeFigures<SalesTotals, SalesFigures>> => {
  const { intervals, total } = await reader.sums(range);
  const series = range.starts.map((start, index) => ({
    start: start.toISOString(),
    ...showMetrics(SALES_FIGURES, intervals[index] ?? {}, reader.currency),
  }));
  return { totals: showMetrics(SALES_TOTALS, total, reader.currency), series };
};

type GroupRequest = Readonly<{ by: LabelledDimension; limit?: number; actor: Actor }>;

const readGroups = async (
  queries: AnalyticsQueries,
  reader: ReportReader,
  { by: dimension, limit = DEFAULT_GROUPS, actor }: GroupRequest,
): Promise<readonly SalesGroup[]> => {
  const found = await reader.top({ dimension, by: 'gross', limit, range: reader.range });
  const labelOf = await readLabels(queries, { dimension, keys: found.map(({ key }) => key), actor });
  return found.map(({ key, values }) => ({
    key: key === '' ? null : key,
    label: labelOf(key),
    ...showMetrics(SALES_TOTALS, values, reader.currency),
  }));
};
