import type { Actor } from '#core/shared/actor.ts';
import type { Day } from './calendar.ts';
import type { OrderRecord } from './order-record.ts';
import type { Random } from './random.ts';

/** An order that is simulated, with what its course depends on. */
export type OrderSimulation = Readonly<{
  record: OrderRecord;
  /** Who acts for the buyer. */
  buyer: Actor;
  isAtCounter: boolean;
  random: Random;
  /** The index of the day of the order. */
  today: number;
  days: readonly Day[];
  /** The end of the past: nothing happens at it or later. */
  until: Date;
  /** The payment deadline in milliseconds. */
  expiresAfter: number;
}>;

const HOUR_MS = 3_600_000;

/** A time of work some days after a day, not on a weekend; undefined if it is not in the past. */
export const workTime = (
  { days, random }: Pick<OrderSimulation, 'days' | 'random'>,
  day: number,
): Readonly<{ at: Date; day: number }> | undefined => {
  const weekday = days[day]?.weekday;
  const moved = weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
  const found = days[moved];
  const offset = Math.floor(random.between(8, 18) * HOUR_MS);
  return found && { at: new Date(found.start.getTime() + offset), day: moved };
};

export const later = (at: Date, milliseconds: number): Date => new Date(at.getTime() + Math.ceil(milliseconds));
