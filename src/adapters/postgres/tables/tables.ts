import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { ApiKeyRow } from './api-keys.ts';
import { AuditEntryRow } from './audit-log.ts';
import { CategoryRow } from './categories.ts';
import { EventFeedRow } from './event-feed.ts';
import { EventRow } from './events.ts';
import { GatewayWebhookRow } from './gateway-webhooks.ts';
import { IdempotencyRecordRow } from './idempotency-records.ts';
import { LedgerEntryRow } from './ledger-entries.ts';
import { MailRequestRow } from './mail-requests.ts';
import { OneTimeTokenRow } from './one-time-tokens.ts';
import { OrderItemRow } from './order-items.ts';
import { OrderEntryRow } from './order-timeline.ts';
import { OrderRow } from './orders.ts';
import { PaymentOperationRow } from './payment-operations.ts';
import { PaymentEntryRow } from './payment-timeline.ts';
import { PaymentRow } from './payments.ts';
import { ProductRow } from './products.ts';
import { PublisherOffsetRow } from './publisher-offsets.ts';
import { RateLimitRow } from './rate-limits.ts';
import { SessionRow } from './sessions.ts';
import { UserRow } from './users.ts';
import { WebhookDeliveryRow } from './webhook-deliveries.ts';
import { WebhookEndpointRow } from './webhook-endpoints.ts';
import { WebhookQueueRow } from './webhook-queues.ts';

/** The definition of every table. Property names are column names. */
export const TABLES = [
  ApiKeyRow,
  AuditEntryRow,
  CategoryRow,
  EventFeedRow,
  EventRow,
  GatewayWebhookRow,
  IdempotencyRecordRow,
  LedgerEntryRow,
  MailRequestRow,
  OneTimeTokenRow,
  OrderEntryRow,
  OrderItemRow,
  OrderRow,
  PaymentEntryRow,
  PaymentOperationRow,
  PaymentRow,
  ProductRow,
  PublisherOffsetRow,
  RateLimitRow,
  SessionRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookQueueRow,
] as const;

/** The tables by name, with the types of their columns, as statements see them. */
export type Tables = InferKyselyDB<(typeof TABLES)[number]>;
