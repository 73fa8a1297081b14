import { p } from '@mikro-orm/postgresql';
import { bigint, id, timestamp } from './column-types.ts';
import { table } from './table.ts';

/** The backlog of an endpoint: its last sequence, when it is due, and the process that holds its lease. */
export const WebhookQueueRow = table('webhook_queues', {
  endpoint_id: id<'wh'>().primary(),
  last_sequence: bigint().defaultRaw('0'),
  wake_ups: bigint().defaultRaw('0'),
  next_due: timestamp().strictNullable(),
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
  failing_since: timestamp().strictNullable(),
  last_failed_at: timestamp().strictNullable(),
});
