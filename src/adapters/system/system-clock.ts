import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';

export const systemClock: SystemClock = { isSystemTime: true, now: () => new Date() };

/** Business time where no test clock advances it. */
export const businessClock: BusinessClock = { isBusinessTime: true, now: () => new Date() };
