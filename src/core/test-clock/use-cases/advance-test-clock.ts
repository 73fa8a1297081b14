import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { TestClockQueries, TestClockTx } from '../ports.ts';
import { type Advance, TestClock, type TestClockView, testClockView } from '../test-clock.ts';

/** Advances the test clock, and waits a moment for the due work. @returns the clock, which may still advance. */
export type AdvanceTestClock = (advance: Advance) => Promise<TestClockView>;

/** Shows the test clock. @throws DomainError `not_found` where there is none. */
export type ReadTestClock = () => Promise<TestClockView>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<TestClockTx>;
  queries: TestClockQueries;
  clock: BusinessClock;
  isEnabled: boolean;
  systemClock: SystemClock;
  /** Waits before the clock is read again. */
  pause: () => Promise<void>;
}>;

/** Short, since a client waits: what takes longer goes on without it. */
const MAX_WAIT_MS = 400;

export const makeReadTestClock =
  ({ queries, clock, isEnabled }: Pick<Deps, 'queries' | 'clock' | 'isEnabled'>): ReadTestClock =>
  async () => {
    requireEnabled(isEnabled);
    return testClockView(await queries.get(), clock.now());
  };

export const makeAdvanceTestClock =
  ({ unitOfWork, queries, clock, systemClock, isEnabled, pause }: Deps): AdvanceTestClock =>
  async (advance) => {
    requireEnabled(isEnabled);
    await unitOfWork.run(async (tx) => {
      await tx.testClock.save(TestClock.advance(await tx.testClock.get(), advance, clock.now()));
    });
    const until = systemClock.now().getTime() + MAX_WAIT_MS;
    for (;;) {
      await pause();
      const current = await queries.get();
      if (current.target === null || systemClock.now().getTime() > until) return testClockView(current, clock.now());
    }
  };

const requireEnabled = (isEnabled: boolean): void => {
  if (!isEnabled) throw notFound('test clock', 'here: it is switched on by TEST_CLOCK=true');
};
