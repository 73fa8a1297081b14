import { p } from '@mikro-orm/postgresql';
import type { Id } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import {
  type Attempt,
  type AttemptError,
  type Delivery,
  type DeliveryStatus,
  isReceived,
} from '#core/webhooks/delivery.ts';
import { bigint, id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

/** An attempt as JSON. */
type StoredAttempt = Readonly<{
  at: string;
  duration_ms: number;
  /** Whether the response confirms the delivery. */
  is_received: boolean;
  status: number | null;
  error: AttemptError | null;
  /** As JSON text: PostgreSQL decodes neither a zero character nor half a surrogate pair. */
  body: Json<string> | null;
}>;

const copied = copiedColumns({
  id: id<'dlv'>().primary(),
  endpoint_id: id<'wh'>(),
  event_id: id<'evt'>(),
  event_type: p.text(),
  resource_id: p.text().$type<Id>(),
  status: p.text().$type<DeliveryStatus>(),
  // a trigger increases it
  version: p.integer().default(1),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const WebhookDeliveryRow = table('webhook_deliveries', {
  ...copied.columns,
  sequence: bigint(),
  ordered: p.boolean(),
  attempt_count: p.smallint().default(0),
  // `infinity` while an earlier ordered delivery of the resource is pending
  next_attempt_at: timestamp().strictNullable(),
  attempts: p.json<readonly StoredAttempt[]>().columnType('json[]').defaultRaw(`'{}'`),
});

type WebhookDeliveryRow = Row<typeof WebhookDeliveryRow>;

export const toStoredAttempt = (attempt: Attempt): StoredAttempt => ({
  at: attempt.at.toISOString(),
  duration_ms: attempt.durationMs,
  is_received: isReceived(attempt),
  status: attempt.status,
  error: attempt.error,
  body: attempt.body === null ? null : JSON.stringify(attempt.body),
});

const toAttempt = (stored: StoredAttempt): Attempt => ({
  at: new Date(stored.at),
  durationMs: stored.duration_ms,
  status: stored.status,
  error: stored.error,
  body: stored.body === null ? null : Json.parse(stored.body),
});

export const toDelivery = (row: WebhookDeliveryRow): Delivery => ({
  ...copied.toProperties(row),
  sequence: Number(row.sequence),
  // the driver returns `infinity` as a number
  nextAttemptAt: row.next_attempt_at instanceof Date ? row.next_attempt_at : null,
  attempts: row.attempts.map(toAttempt),
});
