import type { TestClockRepository } from './test-clock-repository.ts';

/** The part of a transaction that the test clock's use cases need. */
export type TestClockTx = Readonly<{ testClock: TestClockRepository }>;
