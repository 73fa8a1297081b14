import type { Currency } from '#core/shared/currency.ts';
import type { RangeFields } from './report-range.ts';
import type { Change } from './shown-figures.ts';

/** What every report is asked for. */
export type ReportRequest = RangeFields & Readonly<{ currency?: string; compare?: 'previous' }>;

/** When an interval starts: RFC 3339. */
type IntervalStart = Readonly<{ start: string }>;

/** The figures of a range, and of its intervals. */
export type RangeFigures<Totals, Figures> = Readonly<{ totals: Totals; series: readonly (IntervalStart & Figures)[] }>;

/** A report as the API shows it: what it covers, its figures, and if they are compared those of the period before. */
export type Report<Name extends string, Totals, Figures> = Readonly<{
  object: Name;
  from: string;
  to: string;
  interval: string;
  timezone: string;
  currency: Currency;
}> &
  RangeFigures<Totals, Figures> &
  Readonly<{
    previous?: Readonly<{ from: string; to: string }> & RangeFigures<Totals, Figures>;
    change?: Change<Totals>;
  }>;
