import type { Currency } from '#core/shared/currency.ts';
import type { BusinessFigures } from './business-report.ts';
import { type Change, changeOf } from './report.ts';
import { endsOf, type ReportRange } from './report-range.ts';
import type { SalesTotals } from './sales-report.ts';
import type { UsersTotals } from './users-report.ts';

/** The totals of all reports. */
export type SummaryTotals = Readonly<{ sales: SalesTotals; users: UsersTotals; business: BusinessFigures }>;

/** The totals of a range as the API shows them. */
export type RangeSummary<Name extends string> = Readonly<{
  object: Name;
  from: string;
  to: string;
  timezone: string;
  currency: Currency;
}> &
  SummaryTotals;

/** The totals of a range, those of the period before, and how they differ. */
export type AnalyticsSummary = RangeSummary<'analytics_summary'> &
  Readonly<{
    previous: Readonly<{ from: string; to: string }> & SummaryTotals;
    change: Readonly<{ [Part in keyof SummaryTotals]: Change<SummaryTotals[Part]> }>;
  }>;

/** The totals of today so far. */
export type LiveReport = RangeSummary<'live_report'>;

type Part = Readonly<{ range: ReportRange; totals: SummaryTotals }>;

export const RangeSummary = {
  of: <Name extends string>(object: Name, { range, totals }: Part, currency: Currency): RangeSummary<Name> => ({
    object,
    ...endsOf(range),
    timezone: range.timeZone,
    currency,
    ...totals,
  }),
};

export const AnalyticsSummary = {
  of: (now: Part, before: Part, currency: Currency): AnalyticsSummary => ({
    ...RangeSummary.of('analytics_summary', now, currency),
    previous: { ...endsOf(before.range), ...before.totals },
    change: {
      sales: changeOf(now.totals.sales, before.totals.sales),
      users: changeOf(now.totals.users, before.totals.users),
      business: changeOf(now.totals.business, before.totals.business),
    },
  }),
};
