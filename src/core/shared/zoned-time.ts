/** Whether a text is the name of a time zone of the IANA database, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  // `Intl` also knows offsets, such as `+01:00`
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A day of the calendar. Months count from 1. */
export type CalendarDay = Readonly<{ year: number; month: number; day: number }>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const CalendarDay = {
  /** The day of a date such as `2026-11-23`; undefined for other texts, and for days that do not exist. */
  parse: (text: string): CalendarDay | undefined => {
    const midnight = new Date(`${text}T00:00:00Z`);
    // there is no 30 February
    const isDay = DAY.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
    return isDay ? ZonedTime.dayOf('UTC', midnight) : undefined;
  },

  /** Such as `2026-11-23`. */
  toText: ({ year, month, day }: CalendarDay): string =>
    new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),

  plusDays: ({ year, month, day }: CalendarDay, days: number): CalendarDay =>
    ZonedTime.dayOf('UTC', new Date(Date.UTC(year, month - 1, day + days))),

  /** The same date of a later month, or the last day of a month that is too short for it. */
  plusMonths: ({ year, month, day }: CalendarDay, months: number): CalendarDay => {
    const lastOfMonth = ZonedTime.dayOf('UTC', new Date(Date.UTC(year, month + months, 0)));
    return { ...lastOfMonth, day: Math.min(day, lastOfMonth.day) };
  },

  /** From 1, Monday, to 7, Sunday. */
  weekdayOf: ({ year, month, day }: CalendarDay): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7,
};

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const digits = '2-digit';
  const formatter = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: digits, day: digits },
    ...{ hour: digits, minute: digits, second: digits },
  });
  formatters.set(timeZone, formatter);
  return formatter;
};

/** What clocks in the time zone show at a time, as if it were UTC: milliseconds. */
const localTime = (timeZone: string, at: number): number => {
  if (timeZone === 'UTC') return at;
  // such as 11/23/2026, 22:30:00: parsing it takes a third of the time of `formatToParts`
  const [, month, day, year, hour, minute, second] = LOCAL_TIME.exec(formatterOf(timeZone).format(at)) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return midnight + Number(hour) * MS_PER_HOUR + Number(minute) * 60_000 + Number(second) * 1_000 + modulo(at, 1_000);
};

const LOCAL_TIME = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** The first time at which clocks in the time zone show a local time or a later one. */
const firstTimeAt = (timeZone: string, local: number): number => {
  const offsetAt = (at: number): number => localTime(timeZone, at) - at;
  const before = offsetAt(local - MS_PER_DAY);
  const first = local - before;
  if (offsetAt(first - 1) === before && offsetAt(first) === before) return first;
  // a change of the offset is near: the first time after which clocks are not behind the local time
  let [earlier, later] = [local - 2 * MS_PER_DAY, local + 2 * MS_PER_DAY];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (localTime(timeZone, middle) >= local) later = middle;
    else earlier = middle;
  }
  return later;
};

const startOfLocalDay = (timeZone: string, { year, month, day }: CalendarDay): Date =>
  new Date(firstTimeAt(timeZone, Date.UTC(year, month - 1, day)));

export const ZonedTime = {
  dayOf: (timeZone: string, at: Date): CalendarDay => {
    const local = new Date(localTime(timeZone, at.getTime()));
    return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  },

  /**
   * When a day begins in the time zone: at midnight, or when clocks skip midnight, right after. Days and months out of
   * range count on: day 0 is the last of the month before.
   */
  startOfDay: startOfLocalDay,
};
