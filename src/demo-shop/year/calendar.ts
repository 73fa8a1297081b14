import { type CalendarDay, ZonedTime } from '#core/shared/zoned-time.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A day of the shop's past. */
export type Day = Readonly<{
  /** How many days before the day of seeding: 365 to 1. */
  age: number;
  start: Date;
  end: Date;
  year: number;
  /** From 1. */
  month: number;
  date: number;
  /** From 0, Sunday. */
  weekday: number;
}>;

const DAYS = 365;

/** The year before today in a time zone, the oldest day first. */
export const yearBefore = (now: Date, timeZone: string): Day[] => {
  const today = ZonedTime.dayOf(timeZone, now);
  const dayBefore = (age: number): CalendarDay => ({ ...today, day: today.day - age });
  return Array.from({ length: DAYS }, (_, index) => {
    const age = DAYS - index;
    const { year, month, day } = dayBefore(age);
    const date = new Date(Date.UTC(year, month - 1, day));
    return {
      age,
      start: ZonedTime.startOfDay(timeZone, dayBefore(age)),
      end: ZonedTime.startOfDay(timeZone, dayBefore(age - 1)),
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      date: date.getUTCDate(),
      weekday: date.getUTCDay(),
    };
  });
};

/** How much is sold in each month of the year. */
const MONTHS = [0.82, 0.84, 0.95, 0.98, 1.02, 0.96, 0.86, 0.84, 1, 1.06, 1.28, 1.42];

/** On each day of the week, from Sunday. */
const WEEKDAYS = [1.16, 1.1, 1.02, 1, 0.98, 0.88, 0.86];

/** In each hour of the day. */
const HOURS = [3, 2, 1, 1, 1, 2, 4, 8, 14, 20, 26, 28, 30, 29, 26, 25, 27, 31, 37, 44, 48, 42, 26, 11];

/** The day after the fourth Thursday of November, in days of the month. */
export const blackFriday = (year: number): number => {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return 1 + ((4 - first + 7) % 7) + 21 + 1;
};

/** How much more is sold in the sale around Black Friday, until the Monday after it. */
const blackSale = ({ year, month, date }: Day): number | undefined => {
  const days = (Date.UTC(year, month - 1, date) - Date.UTC(year, 10, blackFriday(year))) / DAY_MS;
  if (days < 0 || days > 3) return undefined;
  return days === 0 ? 4 : 2.2;
};

/** How much more or less is sold before Christmas and then. */
const christmas = ({ month, date }: Day): number => {
  if (month !== 12) return 1;
  if (date <= 19) return 1.25;
  return date >= 24 && date <= 26 ? 0.45 : 1;
};

/** How much is sold on a day, compared with others. */
export const demandOn = (day: Day): number => {
  // a growing shop
  const growth = 1.25 - (0.5 * day.age) / DAYS;
  return (MONTHS[day.month - 1] ?? 1) * (WEEKDAYS[day.weekday] ?? 1) * (blackSale(day) ?? christmas(day)) * growth;
};

const HOUR_SUMS = HOURS.map((_, index) => HOURS.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0));

/** A time of a day at which people buy, from a number of 0 to below 1. */
export const timeOn = ({ start, end }: Day, share: number): Date => {
  const total = HOUR_SUMS.at(-1) ?? 1;
  const hour = HOUR_SUMS.findIndex((sum) => share * total < sum);
  const before = HOUR_SUMS[hour - 1] ?? 0;
  const within = (share * total - before) / (HOURS[hour] ?? 1);
  const passed = ((hour + within) / 24) * (end.getTime() - start.getTime());
  return new Date(start.getTime() + Math.floor(passed));
};
