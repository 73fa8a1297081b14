/** A time from its start, inclusively, to its end, exclusively. */
export type TimeSpan = Readonly<{ start: Date; end: Date }>;

export const isSameSpan = (one: TimeSpan, other: TimeSpan): boolean =>
  one.start.getTime() === other.start.getTime() && one.end.getTime() === other.end.getTime();

/**
 * The time of the business, in whole milliseconds: when something was created, expires or is due. A test clock advances
 * it. It never runs backwards.
 */
export interface BusinessClock {
  readonly isBusinessTime: true;
  now(): Date;
}

/** The time of the machine, in whole milliseconds: leases, timeouts, sessions, tokens and signatures. */
export interface SystemClock {
  readonly isSystemTime: true;
  now(): Date;
}

/** Both times at one moment. */
export type Moment = Readonly<{ business: Date; system: Date }>;

export const momentOf = ({ clock, systemClock }: Clocks): Moment => ({
  business: clock.now(),
  system: systemClock.now(),
});

/** The clocks of a use case that works with both times. */
export type Clocks = Readonly<{ clock: BusinessClock; systemClock: SystemClock }>;
