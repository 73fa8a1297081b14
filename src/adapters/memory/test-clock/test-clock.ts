import type { TestClockQueries, TestClockRepository } from '#core/test-clock/ports.ts';
import { TEST_CLOCK_ID, TestClock } from '#core/test-clock/test-clock.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

export class MemoryTestClockRepository implements TestClockRepository {
  readonly #rows: TableChanges<typeof TEST_CLOCK_ID, TestClock>;
  readonly #noteChange: (id: string) => void;

  constructor(rows: TableChanges<typeof TEST_CLOCK_ID, TestClock>, noteChange: (id: string) => void) {
    this.#rows = rows;
    this.#noteChange = noteChange;
  }

  async get(): Promise<TestClock> {
    return this.#rows.get(TEST_CLOCK_ID) ?? TestClock.initial;
  }

  async save(clock: TestClock): Promise<void> {
    this.#rows.set(TEST_CLOCK_ID, clock);
    this.#noteChange(TEST_CLOCK_ID);
  }
}

export class MemoryTestClockQueries implements TestClockQueries {
  readonly #rows: MemoryTable<typeof TEST_CLOCK_ID, TestClock>;

  constructor(rows: MemoryTable<typeof TEST_CLOCK_ID, TestClock>) {
    this.#rows = rows;
  }

  async get(): Promise<TestClock> {
    return this.#rows.get(TEST_CLOCK_ID) ?? TestClock.initial;
  }
}
