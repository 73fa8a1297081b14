import { p } from '@mikro-orm/postgresql';
import type { IdempotencyKey, IdempotencyRecord, NewIdempotencyRecord } from '#core/shared/idempotency.ts';
import { json, textArray, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const IdempotencyRecordRow = table('idempotency_records', {
  account: p.text().primary(),
  operation: p.text().primary(),
  key: p.text().primary(),
  fingerprint: p.text(),
  status: p.smallint(),
  headers: json<IdempotencyRecord['headers']>(),
  body: p.text().strictNullable(),
  // the `mentionedIds`: users, orders, payments, withdrawals, invoices and credit notes whose data the response may contain
  personal_ids: textArray(),
  created_at: timestamp(),
});

export type IdempotencyRecordRow = Row<typeof IdempotencyRecordRow>;

export const toIdempotencyRecordRow = (key: IdempotencyKey, record: NewIdempotencyRecord): IdempotencyRecordRow => ({
  account: key.account,
  operation: key.operation,
  key: key.key,
  fingerprint: record.fingerprint,
  status: record.status,
  headers: record.headers,
  body: record.body,
  personal_ids: record.mentionedIds,
  created_at: record.at,
});
