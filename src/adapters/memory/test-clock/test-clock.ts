import type { TestClockQueries, TestClockRepository } from '#core/test-clock/ports.ts';
import { TEST_CLOCK_ID, TestClock } from '#core/test-clock/test-clock.ts';
import type { Rows } from '../store/memory-table.ts';

type TestClockRows = Rows<typeof TEST_CLOCK_ID, TestClock>;

export const makeTestClockQueries = (rows: TestClockRows): TestClockQueries => ({
  get: async () => rows.get(TEST_CLOCK_ID) ?? TestClock.initial,
});

export const makeTestClockRepository = (
  rows: TestClockRows,
  noteChange: (id: string) => void,
): TestClockRepository => ({
  ...makeTestClockQueries(rows),

  async save(clock) {
    rows.set(TEST_CLOCK_ID, clock);
    noteChange(TEST_CLOCK_ID);
  },
});
