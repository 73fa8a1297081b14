import { type Day, demandOn, timeOn } from './calendar.ts';
import { Random } from './random.ts';

/** When an order is placed, and its index among all. */
export type Slot = Readonly<{ at: Date; index: number; today: number }>;

/** Sets the numbers of days apart from those of persons, products and orders. */
const DAYS = 4;

/** The times of a year's orders, ascending, in parts of at most a size. */
export const planOrders = function* (
  days: readonly Day[],
  { seed, orders, size }: Readonly<{ seed: number; orders: number; size: number }>,
): Generator<readonly Slot[]> {
  let part: Slot[] = [];
  let index = 0;
  for (const [today, count] of ordersOfDays(days, { seed, orders }).entries()) {
    for (const at of timesOn(days[today], { seed, count })) {
      part.push({ at, index, today });
      index += 1;
      if (part.length < size) continue;
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
};

/** How many orders each day has: by its demand, and a little by chance. */
const ordersOfDays = (days: readonly Day[], { seed, orders }: Readonly<{ seed: number; orders: number }>): number[] => {
  const shares = days.map((day) => demandOn(day) * new Random(seed, DAYS, day.age).between(0.9, 1.1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let share = 0;
  let before = 0;
  return shares.map((each) => {
    share += each;
    const until = Math.round((orders * share) / total);
    const count = until - before;
    before = until;
    return count;
  });
};

const timesOn = (day: Day | undefined, { seed, count }: Readonly<{ seed: number; count: number }>): Date[] => {
  if (day === undefined) return [];
  const random = new Random(seed, DAYS, day.age, 1);
  return Array.from({ length: count }, () => timeOn(day, random.next())).sort((a, b) => a.getTime() - b.getTime());
};
