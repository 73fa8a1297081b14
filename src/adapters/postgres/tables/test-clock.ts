import { p } from '@mikro-orm/postgresql';
import type { TestClock } from '#core/test-clock/test-clock.ts';
import { bigint, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** One row. */
export const TestClockRow = table('test_clock', {
  id: p.smallint().primary(),
  offset_ms: bigint(),
  target: timestamp().strictNullable(),
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
});

export type TestClockRow = Row<typeof TestClockRow>;

export const toTestClock = (row: Omit<TestClockRow, 'id'>): TestClock => ({
  offsetMs: Number(row.offset_ms),
  target: row.target,
  lease:
    row.lease_owner === null || row.leased_until === null ? null : { owner: row.lease_owner, until: row.leased_until },
});

export const toTestClockRow = ({ offsetMs, target, lease }: TestClock): Omit<TestClockRow, 'id'> => ({
  offset_ms: String(offsetMs),
  target,
  lease_owner: lease?.owner ?? null,
  leased_until: lease?.until ?? null,
});
