import { p } from '@mikro-orm/postgresql';
import type { Id } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import type { Attempt, AttemptError, DeliveryStatus } from '#core/webhooks/delivery.ts';
import { type Delivery, isReceived } from '#core/webhooks/delivery-view.ts';
import { bigint, id, timestamp } from './column-types.ts';
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

export const WebhookDeliveryRow = table('webhook_deliveries', {
  id: id<'dlv'>().primary(),
  endpoint_id: id<'wh'>(),
  event_id: id<'evt'>(),
  event_type: p.text(),
  resource_id: p.text().$type<Id>(),
  sequence: bigint(),
  status: p.text().$type<DeliveryStatus>(),
  ordered: p.boolean(),
  attempt_count: p.smallint().default(0),
  // `infinity` while an earlier ordered delivery of the resource is pending
  next_attempt_at: timestamp().strictNullable(),
  attempts: p.json<readonly StoredAttempt[]>().columnType('json[]').defaultRaw(`'{}'`),
  // a trigger increases it
  version: p.integer().default(1),
  created_at: timestamp(),
  updated_at: timestamp(),
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
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.event_type,
  resourceId: row.resource_id,
  sequence: Number(row.sequence),
  status: row.status,
  // the driver returns `infinity` as a number
  nextAttemptAt: row.next_attempt_at instanceof Date ? row.next_attempt_at : null,
  attempts: row.attempts.map(toAttempt),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
