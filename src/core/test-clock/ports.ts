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

/** Work that falls due as business time passes. While the test clock advances, it runs in the order of its due times. */
export type DueWork = Readonly<{
  /** A noun for log messages. */
  name: string;
  /** The earliest time after another at which something falls due; null if nothing will. */
  nextDueAt(after: Date): Promise<Date | null>;
  /** Does everything that is due now. */
  run(): Promise<unknown>;
}>;

/** The part of a transaction that the test clock's use cases need. */
export type TestClockTx = Readonly<{ testClock: TestClockRepository }>;
