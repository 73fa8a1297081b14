import type { Currency } from '#core/shared/currency.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import { MEASURES, type Measure } from './measures.ts';
import type { RangeFields } from './report-range.ts';

/** A value of a measure as the API shows it: an amount in major units, or a number. */
export const shownValue = (measure: Measure, value: bigint, currency: Currency): number =>
  MEASURES[measure] === 'money' ? Money.ofMinor(value, currency).toNumber() : Number(value);

/** How figures differ from those of the period before, as a fraction: 0.25 is a quarter more; null if those were 0. */
export type Change<Figures> = Readonly<Record<keyof Figures, number | null>>;

/** Rounded to four decimals. */
export const changeOf = <Figures extends Readonly<Record<string, number | null>>>(
  now: Figures,
  before: Figures,
): Change<Figures> => {
  const change = (name: string): number | null => {
    const [after, former] = [now[name], before[name]];
    if (after == null || former == null || former === 0) return null;
    return Math.round(((after - former) / Math.abs(former)) * 10_000) / 10_000;
  };
  return Object.fromEntries(Object.keys(now).map((name) => [name, change(name)])) as Change<Figures>;
};

/** A part of a whole as a fraction, rounded to four decimals; null without a whole. */
export const rateOf = (part: bigint, whole: bigint): number | null =>
  whole === 0n ? null : Number(roundedQuotient(part * 10_000n, whole)) / 10_000;

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
