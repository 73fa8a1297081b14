import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';

/** Business time that a test clock moves ahead of the machine's. */
export type AdvancedClock = BusinessClock & Readonly<{ setOffset(ms: number): void }>;

export const makeAdvancedClock = (systemClock: SystemClock): AdvancedClock => {
  let offsetMs = 0;
  return {
    isBusinessTime: true,
    now: () => new Date(systemClock.now().getTime() + offsetMs),
    // never backwards, in whatever order changes are reported
    setOffset(ms) {
      offsetMs = Math.max(offsetMs, ms);
    },
  };
};
