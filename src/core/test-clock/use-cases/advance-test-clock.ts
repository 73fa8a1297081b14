import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { TestClockQueries, TestClockTx } from '../ports.ts';
import { type Advance, TestClock, type TestClockView, testClockView } from '../test-clock.ts';

/** Advances the test clock, and waits for the due work. @returns the clock, which may still advance. */
export type AdvanceTestClock = (advance: Advance) => Promise<TestClockView>;

/** Shows the test clock. @throws DomainError `not_found` where there is none. */
export type ReadTestClock = () => Promise<TestClockView>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<TestClockTx>;
  queries: TestClockQueries;
  clock: BusinessClock;
  isEnabled: boolean;
  /** Waits before the clock is read again. */
  pause: () => Promise<void>;
  /** How often it is read before the response is sent. */
  maxPauses: number;
}>;

export const makeReadTestClock =
  ({ queries, clock, isEnabled }: Pick<Deps, 'queries' | 'clock' | 'isEnabled'>): ReadTestClock =>
  async () => {
    requireEnabled(isEnabled);
    return testClockView(await queries.get(), clock.now());
  };

export const makeAdvanceTestClock =
  ({ unitOfWork, queries, clock, isEnabled, pause, maxPauses }: Deps): AdvanceTestClock =>
  async (advance) => {
    requireEnabled(isEnabled);
    await unitOfWork.run(async (tx) => {
      await tx.testClock.save(TestClock.advance(await tx.testClock.get(), advance, clock.now()));
    });
    for (let pauses = 0; pauses < maxPauses; pauses += 1) {
      await pause();
      const current = await queries.get();
      if (current.target === null) return testClockView(current, clock.now());
    }
    return testClockView(await queries.get(), clock.now());
  };

const requireEnabled = (isEnabled: boolean): void => {
  if (!isEnabled) throw notFound('test clock', 'here: it is switched on by TEST_CLOCK=true');
};
