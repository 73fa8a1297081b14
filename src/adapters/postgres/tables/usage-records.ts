import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { UsageRecord } from '#core/subscriptions/ports.ts';
import { bigint, id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { table, type WrittenRow } from './table.ts';

const copied = copiedColumns({
  subscription_id: id<'sub'>().primary(),
  key: p.text().primary(),
  at: timestamp(),
  recorded_at: timestamp(),
});

export const UsageRecordRow = table('usage_records', {
  ...copied.columns,
  quantity: bigint(),
  // the order in which they were recorded
  sequence: bigint().$type<GeneratedAlways<string>>().generated('identity'),
});

type WrittenRecord = WrittenRow<typeof UsageRecordRow>;

export const toUsageRecordRow = (record: UsageRecord): WrittenRecord => ({
  ...copied.toColumns(record),
  quantity: String(record.quantity),
});

export const toUsageRecord = (row: WrittenRecord): UsageRecord => ({
  ...copied.toProperties(row),
  quantity: Number(row.quantity),
});
