import { ZonedTime } from '#core/shared/zoned-time.ts';
import { Random } from './random.ts';

export const DAY_MS = 24 * 3_600_000;

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

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + Math.ceil(milliseconds));

/** The year before today in a time zone, the oldest day first. */
export const yearBefore = (now: Date, timeZone: string): Day[] => {
  const today = ZonedTime.dayOf(timeZone, now);
  return Array.from({ length: DAYS }, (_, index) => {
    const age = DAYS - index;
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day - age));
    return {
      age,
      start: ZonedTime.startOfDay(timeZone, { ...today, day: today.day - age }),
      end: ZonedTime.startOfDay(timeZone, { ...today, day: today.day - age + 1 }),
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      date: date.getUTCDate(),
      weekday: date.getUTCDay(),
    };
  });
};

/** How much is sold in each month of the year, on each day of the week from Sunday, and in each hour of the day. */
const MONTHS = [0.82, 0.84, 0.95, 0.98, 1.02, 0.96, 0.86, 0.84, 1, 1.06, 1.28, 1.42];
const WEEKDAYS = [1.16, 1.1, 1.02, 1, 0.98, 0.88, 0.86];
const HOURS = [3, 2, 1, 1, 1, 2, 4, 8, 14, 20, 26, 28, 30, 29, 26, 25, 27, 31, 37, 44, 48, 42, 26, 11];

/** The day after the fourth Thursday of November, in days of the month. */
export const blackFriday = (year: number): number => 23 + ((11 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7);

/** How much more or less is sold on special days: the four of the sale around Black Friday, and before Christmas. */
const specialDemand = ({ year, month, date }: Day): number => {
  const days = (Date.UTC(year, month - 1, date) - Date.UTC(year, 10, blackFriday(year))) / DAY_MS;
  if (days >= 0 && days <= 3) return days === 0 ? 4 : 2.2;
  if (month !== 12) return 1;
  if (date <= 19) return 1.25;
  return date >= 24 && date <= 26 ? 0.45 : 1;
};

/** How much is sold on a day of a growing shop, compared with others. */
const demandOn = (day: Day): number =>
  (MONTHS[day.month - 1] ?? 1) * (WEEKDAYS[day.weekday] ?? 1) * specialDemand(day) * (1.25 - (0.5 * day.age) / DAYS);

/** A time of a day at which people buy, from a number of 0 to below 1. */
export const timeOn = ({ start, end }: Day, share: number): Date => {
  let left = share * HOURS.reduce((sum, weight) => sum + weight, 0);
  const hour = HOURS.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  const within = 1 + left / (HOURS[hour] ?? 1);
  return new Date(start.getTime() + Math.floor(((hour + within) / 24) * (end.getTime() - start.getTime())));
};

/** Sets the numbers of days apart from those of persons, products and orders. */
const KEY = 4;

/** The times of the orders of each day, ascending: as many as its demand, and a little by chance. */
export const orderTimes = (
  days: readonly Day[],
  { seed, orders }: Readonly<{ seed: number; orders: number }>,
): readonly (readonly Date[])[] => {
  const demands = days.map((day) => demandOn(day) * new Random(seed, KEY, day.age).between(0.9, 1.1));
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  let demanded = 0;
  let placed = 0;
  return days.map((day, index) => {
    demanded += demands[index] ?? 0;
    const random = new Random(seed, KEY, day.age, 1);
    const length = Math.round((orders * demanded) / total) - placed;
    placed += length;
    return Array.from({ length }, () => timeOn(day, random.next())).sort((a, b) => a.getTime() - b.getTime());
  });
};
