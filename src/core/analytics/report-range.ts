import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { CalendarDay, isTimeZone, ZonedTime } from '#core/shared/zoned-time.ts';
import { Interval } from './interval.ts';

/** What a report covers, as it is asked for. */
export type RangeFields = Readonly<{
  /** RFC 3339, or a date: when it begins in the time zone. */
  from?: string;
  to?: string;
  interval?: Interval;
  timezone?: string;
}>;

/** Where reports differ. */
export type RangeDefaults = Readonly<{
  /** How many days a range covers unless it is asked for others. */
  days?: number;
  /** The field of the request that names the interval. */
  intervalField?: string;
}>;

/** A range that is divided into intervals. */
export type ReportRange = Readonly<{
  from: Date;
  /** Not in the range. */
  to: Date;
  interval: Interval;
  timeZone: string;
  /** When the intervals start: the first may start before the range. */
  starts: readonly Date[];
}>;

/** How many intervals a report has at most. */
export const MAX_INTERVALS = 10_000;

const DEFAULT_DAYS = 30;

/** Nothing happened before it. */
export const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('2200-01-01T00:00:00Z');

const TIME = /^(\d{4}-\d{2}-\d{2})(T.*)?$/;

export const ReportRange = {
  /** The last days up to now, today included, unless it is asked for others. @throws DomainError `validation_failed`. */
  of: (
    { interval = 'day', timezone: timeZone = 'UTC', ...asked }: RangeFields,
    { now, days = DEFAULT_DAYS, intervalField = 'interval' }: RangeDefaults & Readonly<{ now: Date }>,
  ): ReportRange => {
    if (!isTimeZone(timeZone))
      throw invalid([errorOf('timezone', 'any.only', 'must be an IANA time zone, such as Europe/Berlin')]);
    const to = asked.to === undefined ? now : timeOf('to', asked.to, timeZone);
    const from = asked.from === undefined ? startOfLast(days, to, timeZone) : timeOf('from', asked.from, timeZone);
    if (from >= to) throw invalid([errorOf('from', 'date.less', 'must be before to')]);
    // known before any start is computed
    const estimate = Interval.countIn(interval, { from, to });
    if (estimate > 2 * MAX_INTERVALS) throw invalid([tooMany(intervalField, interval, estimate)]);
    const starts = Interval.startsIn({ interval, timeZone }, { from, to });
    if (starts.length > MAX_INTERVALS) throw invalid([tooMany(intervalField, interval, starts.length)]);
    return { from, to, interval, timeZone, starts };
  },

  /**
   * The range before another: as many intervals if it consists of whole ones, else as many days, else the same length.
   */
  before: (range: ReportRange): ReportRange => {
    const { interval, timeZone } = range;
    const from = startBefore(range);
    const previous = { from, to: range.from };
    const starts = Interval.startsIn({ interval, timeZone }, previous);
    return { ...range, ...previous, starts };
  },
};

/** The ends of a range as the API shows them: RFC 3339. */
export const endsOf = ({ from, to }: Pick<ReportRange, 'from' | 'to'>): Readonly<{ from: string; to: string }> => ({
  from: from.toISOString(),
  to: to.toISOString(),
});

const startBefore = ({ from, to, interval, timeZone }: ReportRange): Date => {
  for (const unit of [interval, 'day'] as const) {
    const zoned = { interval: unit, timeZone };
    const isWhole = [from, to].every((at) => Interval.startOf(zoned, at).getTime() === at.getTime());
    if (isWhole) return Interval.shift(zoned, from, -Interval.startsIn(zoned, { from, to }).length);
  }
  return new Date(from.getTime() - (to.getTime() - from.getTime()));
};

const timeOf = (field: 'from' | 'to', written: string, timeZone: string): Date => {
  const [, day = '', time] = TIME.exec(written) ?? [];
  const calendarDay = CalendarDay.parse(day);
  if (calendarDay !== undefined) {
    const at = time === undefined ? ZonedTime.startOfDay(timeZone, calendarDay) : new Date(written);
    if (at >= EARLIEST && at < LATEST) return at;
  }
  throw invalid([errorOf(field, 'date.base', 'must be a date or an RFC 3339 time from 1970 to 2199')]);
};

const startOfLast = (days: number, to: Date, timeZone: string): Date => {
  const last = ZonedTime.dayOf(timeZone, new Date(to.getTime() - 1));
  return ZonedTime.startOfDay(timeZone, { ...last, day: last.day - days + 1 });
};

const tooMany = (field: string, interval: Interval, count: number): FieldError =>
  errorOf(
    field,
    'array.max',
    `must divide the range into at most ${MAX_INTERVALS} intervals: by ${interval} it has ${count}. Choose a longer one, or a shorter range`,
  );

const errorOf = (field: string, code: string, message: string): FieldError => ({ path: [field], code, message });
