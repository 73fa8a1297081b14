import type { TestClock } from './test-clock.ts';

/** Writes the test clock, which always exists. */
export interface TestClockRepository {
  /** Locks the clock until the transaction ends. */
  get(): Promise<TestClock>;
  save(clock: TestClock): Promise<void>;
}

/** Reads the test clock. */
export interface TestClockQueries {
  get(): Promise<TestClock>;
}
