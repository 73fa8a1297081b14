import type { Currency } from '#core/shared/currency.ts';
import { endsOf, type RangeFields, type ReportRange } from './report-range.ts';
import { type Change, changeOf } from './shown-figures.ts';

/** What every report is asked for. */
export type ReportRequest = RangeFields &
  Readonly<{
    currency?: string;
    compare?: 'previous';
  }>;

/** When an interval starts: RFC 3339. */
type IntervalStart = Readonly<{ start: string }>;

/** The figures of a range, and of its intervals. */
export type RangeFigures<Totals, Figures> = Readonly<{
  totals: Totals;
  series: readonly (IntervalStart & Figures)[];
}>;

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

/** A range with its figures. */
type Part<Totals, Figures> = Readonly<{ range: ReportRange; figures: RangeFigures<Totals, Figures> }>;

type Parts<Totals, Figures> = Readonly<{
  currency: Currency;
  now: Part<Totals, Figures>;
  before: Part<Totals, Figures> | undefined;
}>;

export const Report = {
  of: <Name extends string, Totals extends Readonly<Record<string, number | null>>, Figures>(
    object: Name,
    { currency, now: { range, figures }, before }: Parts<Totals, Figures>,
  ): Report<Name, Totals, Figures> => ({
    object,
    ...endsOf(range),
    interval: range.interval,
    timezone: range.timeZone,
    currency,
    ...figures,
    ...(before && {
      previous: { ...endsOf(before.range), ...before.figures },
      change: changeOf(figures.totals, before.figures.totals),
    }),
  }),
};
