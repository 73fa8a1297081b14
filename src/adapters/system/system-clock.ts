import type { Clock } from '#core/shared/clock.ts';

export const systemClock: Clock = { now: () => new Date() };
