import { type FieldError, invalid, invalidState } from '#core/shared/domain-error.ts';
import type { Lease } from '#core/shared/lease.ts';

/** How far the time of the business is ahead of the machine's. All processes share it. */
export type TestClock = Readonly<{
  /** Never shrinks. */
  offsetMs: number;
  /** The time to which it advances; null if it is ready. */
  target: Date | null;
  /** Of the process that runs the due work. */
  lease: Lease | null;
}>;

/** The id under which a change of the clock is reported to all processes. */
export const TEST_CLOCK_ID = 'test_clock';

const YEAR_MS = 366 * 86_400_000;

/** How far one request may advance. */
const MAX_ADVANCE_MS = 10 * YEAR_MS;

/** What a request may ask for: a number of seconds, or a time. */
export type Advance = Readonly<{ seconds?: number | undefined; now?: Date | undefined }>;

export const TestClock = {
  initial: { offsetMs: 0, target: null, lease: null } as TestClock,

  /** Starts to advance. @throws DomainError `validation_failed`, or `invalid_state` while it advances. */
  advance: (clock: TestClock, { seconds, now }: Advance, current: Date): TestClock => {
    if (clock.target !== null) throw advancing(clock.target);
    const field = now === undefined ? 'advance_seconds' : 'now';
    const target = now ?? new Date(current.getTime() + (seconds ?? 0) * 1_000);
    const error = targetError(target, current);
    if (error !== undefined) throw invalid([{ path: [field], ...error }]);
    return { ...clock, target };
  },

  /** Moves the clock to a time, unless it is later already. */
  moveTo: (clock: TestClock, time: Date, systemTime: Date): TestClock => ({
    ...clock,
    offsetMs: Math.max(clock.offsetMs, time.getTime() - systemTime.getTime()),
  }),

  finish: (clock: TestClock): TestClock => ({ ...clock, target: null, lease: null }),
};

const targetError = (target: Date, current: Date): Omit<FieldError, 'path'> | undefined => {
  if (target <= current) {
    return { code: 'date.greater', message: `must be later than the current time, ${current.toISOString()}` };
  }
  if (target.getTime() - current.getTime() <= MAX_ADVANCE_MS) return undefined;
  return { code: 'date.max', message: 'must be at most ten years ahead' };
};

const advancing = (target: Date) =>
  invalidState(`The test clock advances to ${target.toISOString()}. Try again when it is ready.`, 'advancing');

/** The clock as the API shows it. */
export type TestClockView = Readonly<{
  object: 'test_clock';
  /** RFC 3339 in UTC. */
  now: string;
  status: 'ready' | 'advancing';
  /** The time to which it advances. */
  target: string | null;
}>;

export const testClockView = ({ target }: TestClock, now: Date): TestClockView => ({
  object: 'test_clock',
  now: now.toISOString(),
  status: target === null ? 'ready' : 'advancing',
  target: target?.toISOString() ?? null,
});
