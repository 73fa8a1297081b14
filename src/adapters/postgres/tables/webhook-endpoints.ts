import { p } from '@mikro-orm/postgresql';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

type StoredSecret = Readonly<{ encrypted: string; expires_at: string | null }>;

export const WebhookEndpointRow = table('webhook_endpoints', {
  ...resourceColumns<'wh'>(),
  owner_id: id<'usr'>().strictNullable(),
  url: p.text(),
  events: json<readonly string[]>(),
  ordering: p.text().$type<WebhookEndpoint['ordering']>(),
  description: p.text().strictNullable(),
  enabled: p.boolean(),
  disabled_reason: p.text().$type<NonNullable<WebhookEndpoint['disabledReason']>>().strictNullable(),
  enabled_at: timestamp(),
  secrets: json<readonly StoredSecret[]>(),
});

export type WebhookEndpointRow = Row<typeof WebhookEndpointRow>;

export const toWebhookEndpointRow = (endpoint: WebhookEndpoint): WebhookEndpointRow => ({
  id: endpoint.id,
  version: endpoint.version,
  owner_id: endpoint.ownerId,
  url: endpoint.url,
  events: endpoint.events,
  ordering: endpoint.ordering,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  enabled_at: endpoint.enabledAt,
  secrets: endpoint.secrets.map(({ encrypted, expiresAt }) => ({
    encrypted,
    expires_at: expiresAt?.toISOString() ?? null,
  })),
  created_at: endpoint.createdAt,
  updated_at: endpoint.updatedAt,
});

export const toWebhookEndpoint = (row: WebhookEndpointRow): WebhookEndpoint => ({
  id: row.id,
  version: row.version,
  ownerId: row.owner_id,
  url: row.url,
  events: row.events,
  ordering: row.ordering,
  description: row.description,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  enabledAt: row.enabled_at,
  secrets: row.secrets.map(({ encrypted, expires_at: expiresAt }) => ({
    encrypted,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  })),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
