import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { UsageRecord } from '#core/subscriptions/ports.ts';
import { bigint, id, timestamp } from './column-types.ts';
import { table, type WrittenRow } from './table.ts';

export const UsageRecordRow = table('usage_records', {
  subscription_id: id<'sub'>().primary(),
  key: p.text().primary(),
  quantity: bigint(),
  at: timestamp(),
  recorded_at: timestamp(),
  // the order in which they were recorded
  sequence: bigint().$type<GeneratedAlways<string>>().generated('identity'),
});

type WrittenRecord = WrittenRow<typeof UsageRecordRow>;

export const toUsageRecordRow = (record: UsageRecord): WrittenRecord => ({
  subscription_id: record.subscriptionId,
  key: record.key,
  quantity: String(record.quantity),
  at: record.at,
  recorded_at: record.recordedAt,
});

export const toUsageRecord = (row: WrittenRecord): UsageRecord => ({
  subscriptionId: row.subscription_id,
  key: row.key,
  quantity: Number(row.quantity),
  at: row.at,
  recordedAt: row.recorded_at,
});
