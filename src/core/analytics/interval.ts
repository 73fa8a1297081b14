import { CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';

/** A month as the key of a cohort: `2026-11`. */
export const monthKey = (timeZone: string, at: Date): string =>
  CalendarDay.toText(ZonedTime.dayOf(timeZone, at)).slice(0, 7);

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

/** What a series is divided into. Weeks start on Mondays. */
export type Interval = (typeof INTERVALS)[number];

type Zoned = Readonly<{ interval: Interval; timeZone: string }>;

const MS_PER_HOUR = 3_600_000;

/** The shortest length of each interval. */
const SHORTEST_MS: Readonly<Record<Interval, number>> = {
  hour: MS_PER_HOUR,
  day: 23 * MS_PER_HOUR,
  week: (7 * 24 - 1) * MS_PER_HOUR,
  month: (28 * 24 - 1) * MS_PER_HOUR,
};

export const Interval = {
  /** When the interval that contains a time starts. */
  startOf: ({ interval, timeZone }: Zoned, at: Date): Date => {
    const today = startOfDay(timeZone, at);
    if (interval === 'day') return today;
    if (interval === 'hour') {
      const sinceMidnight = at.getTime() - today.getTime();
      return new Date(at.getTime() - (sinceMidnight % MS_PER_HOUR));
    }
    return ZonedTime.startOfDay(timeZone, firstDayOf(interval, ZonedTime.dayOf(timeZone, today)));
  },

  /** The start of the interval that is `count` intervals after another; before it if `count` is negative. */
  shift: ({ interval, timeZone }: Zoned, start: Date, count: number): Date => {
    if (interval === 'hour') return new Date(start.getTime() + count * MS_PER_HOUR);
    const { year, month, day } = ZonedTime.dayOf(timeZone, start);
    if (interval === 'month') return ZonedTime.startOfDay(timeZone, { year, month: month + count, day: 1 });
    return ZonedTime.startOfDay(timeZone, { year, month, day: day + count * (interval === 'week' ? 7 : 1) });
  },

  /** When the intervals start that a range touches. Hours are counted from midnight. */
  startsIn: (zoned: Zoned, { from, to }: Readonly<{ from: Date; to: Date }>): readonly Date[] => {
    const starts: Date[] = [];
    let start = Interval.startOf(zoned, from);
    let tomorrow = start;
    while (start < to) {
      starts.push(start);
      if (zoned.interval === 'hour' && start >= tomorrow) tomorrow = tomorrowOf(zoned.timeZone, start);
      const next = Interval.shift(zoned, start, 1);
      start = zoned.interval === 'hour' && next > tomorrow ? tomorrow : next;
    }
    return starts;
  },

  /** An estimate of how many intervals a range touches, from their shortest length: it may be too high, or too low by one. */
  countIn: (interval: Interval, { from, to }: Readonly<{ from: Date; to: Date }>): number =>
    Math.ceil((to.getTime() - from.getTime()) / SHORTEST_MS[interval]),
};

const startOfDay = (timeZone: string, at: Date): Date => {
  const day = ZonedTime.dayOf(timeZone, at);
  const start = ZonedTime.startOfDay(timeZone, day);
  // clocks that were put back over midnight show the day before once more
  const next = ZonedTime.startOfDay(timeZone, { ...day, day: day.day + 1 });
  return next <= at ? next : start;
};

const tomorrowOf = (timeZone: string, at: Date): Date =>
  Interval.shift({ interval: 'day', timeZone }, startOfDay(timeZone, at), 1);

const firstDayOf = (interval: 'week' | 'month', day: CalendarDay): CalendarDay =>
  interval === 'month' ? { ...day, day: 1 } : CalendarDay.plusDays(day, 1 - CalendarDay.weekdayOf(day));

type Span = Readonly<{ start: Date; from: number; to: number }>;

const MS_PER_DAY = 86_400_000;

/** Caches the starts of the days and months of a time zone: computing one takes longer than counting an order. */
export class StartCache {
  readonly #timeZone: string;
  /** By the days of UTC that they touch. */
  readonly #spans = { day: new Map<number, Span[]>(), month: new Map<number, Span[]>() };
  readonly #keys = new Map<Date, string>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  of(interval: 'day' | 'month', at: Date): Date {
    const time = at.getTime();
    const day = Math.floor(time / MS_PER_DAY);
    const known = this.#spans[interval].get(day) ?? [];
    const found = known.find(({ from, to }) => time >= from && time < to);
    if (found !== undefined) return found.start;
    const zoned = { interval, timeZone: this.#timeZone };
    const start = Interval.startOf(zoned, at);
    const span = { start, from: start.getTime(), to: Interval.shift(zoned, start, 1).getTime() };
    this.#spans[interval].set(day, [...known, span]);
    return start;
  }

  /** The month of a time as the key of a cohort. */
  monthKey(at: Date): string {
    const start = this.of('month', at);
    const key = this.#keys.get(start) ?? monthKey(this.#timeZone, start);
    this.#keys.set(start, key);
    return key;
  }
}
