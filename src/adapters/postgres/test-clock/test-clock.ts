import type { TestClockQueries, TestClockRepository } from '#core/test-clock/ports.ts';
import { TEST_CLOCK_ID, type TestClock } from '#core/test-clock/test-clock.ts';
import type { Database } from '../connection/database.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { type TestClockRow, toTestClock, toTestClockRow } from '../tables/test-clock.ts';

const COLUMNS = ['offset_ms', 'target', 'lease_owner', 'leased_until'] as const;

const READ = prepare()(() => db.selectFrom('test_clock').select(COLUMNS));

const LOCK = prepare()(() => db.selectFrom('test_clock').select(COLUMNS).forNoKeyUpdate());

const UPDATE = prepare<Omit<TestClockRow, 'id'>>()(($) =>
  db.updateTable('test_clock').set({
    offset_ms: $('offset_ms'),
    target: $('target'),
    lease_owner: $('lease_owner'),
    leased_until: $('leased_until'),
  }),
);

export class PostgresTestClockRepository implements TestClockRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: string) => void;

  constructor(session: TransactionSession, noteChange: (id: string) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async get(): Promise<TestClock> {
    return clockIn(await this.#session.query(LOCK({})));
  }

  async save(clock: TestClock): Promise<void> {
    this.#session.send(UPDATE(toTestClockRow(clock)));
    this.#noteChange(TEST_CLOCK_ID);
  }
}

export class PostgresTestClockQueries implements TestClockQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(): Promise<TestClock> {
    return clockIn(await this.#database.query(READ({})));
  }
}

const clockIn = ([row]: readonly Omit<TestClockRow, 'id'>[]): TestClock => {
  if (row === undefined) throw new TypeError('The test clock is missing.');
  return toTestClock(row);
};
