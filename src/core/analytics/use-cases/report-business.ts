import {
  BusinessFigures,
  type BusinessReport,
  FailureFigures,
  GatewayFigures,
  TaxFigures,
} from '../business-report.ts';
import { Values } from '../measures.ts';
import type { RangeFigures, ReportRequest } from '../report.ts';
import type { ReportRange } from '../report-range.ts';
import { openReport, type ReportDeps, type ReportReader, readReport } from '../report-reader.ts';

/** Reports how the business goes, by interval. @throws DomainError `validation_failed`. */
export type ReportBusiness = (request: ReportRequest) => Promise<BusinessReport>;

/** How many gateways a report shows at most. */
export const MAX_GATEWAYS = 100;

/** How many reasons of failed payments a report shows at most. */
export const MAX_FAILURES = 20;

/** How many taxes a report shows at most. */
export const MAX_TAXES = 100;

export const makeReportBusiness =
  (deps: ReportDeps): ReportBusiness =>
  async (request) => {
    const reader = await openReport(deps, request);
    const { range, currency } = reader;
    const [report, gateways, failures, taxes, unsold] = await Promise.all([
      readReport('business_report', reader, (each) => readBusiness(reader, each)),
      reader.top({ dimension: 'gateway', by: 'payments', limit: MAX_GATEWAYS, range }),
      reader.top({ dimension: 'failure', by: 'payments', limit: MAX_FAILURES, range }),
      reader.top({ dimension: 'tax', by: 'taxable', limit: MAX_TAXES, range }),
      reader.countUnsoldProducts(range),
    ]);
    return {
      ...report,
      payments: gateways.map(GatewayFigures.of),
      failures: failures.map(FailureFigures.of),
      taxes: taxes.map((each) => TaxFigures.of(each, currency)),
      products_never_sold: unsold,
    };
  };

/** How the business goes in a range, and in its intervals. */
export const readBusiness = async (
  { currency, ...reader }: ReportReader,
  range: ReportRange,
): Promise<RangeFigures<BusinessFigures, BusinessFigures>> => {
  const [opening, { intervals, total }, occurrences] = await Promise.all([
    reader.sumBefore(range.from),
    reader.sums(range),
    reader.occurrences(range),
  ]);
  let before = opening;
  const series = range.starts.map((start, index) => {
    const values = Values.add(intervals[index] ?? {}, occurrences.intervals[index] ?? {});
    const figures = BusinessFigures.of({ before, values }, currency);
    before = Values.add(before, values);
    return { start: start.toISOString(), ...figures };
  });
  const values = Values.add(total, occurrences.total);
  return { totals: BusinessFigures.of({ before: opening, values }, currency), series };
};
