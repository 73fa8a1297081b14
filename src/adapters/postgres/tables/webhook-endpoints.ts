import { p } from '@mikro-orm/postgresql';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

type StoredSecret = Readonly<{ encrypted: string; expires_at: string | null }>;

const copied = copiedColumns({
  ...resourceColumns<'wh'>(),
  owner_id: id<'usr'>().strictNullable(),
  set_up_by_session: id<'ses'>().strictNullable(),
  set_up_by_key: id<'key'>().strictNullable(),
  url: p.text(),
  events: json<readonly string[]>(),
  ordering: p.text().$type<WebhookEndpoint['ordering']>(),
  description: p.text().strictNullable(),
  enabled: p.boolean(),
  disabled_reason: p.text().$type<NonNullable<WebhookEndpoint['disabledReason']>>().strictNullable(),
  enabled_at: timestamp(),
});

export const WebhookEndpointRow = table('webhook_endpoints', {
  ...copied.columns,
  secrets: json<readonly StoredSecret[]>(),
});

export type WebhookEndpointRow = Row<typeof WebhookEndpointRow>;

export const toWebhookEndpointRow = (endpoint: WebhookEndpoint): WebhookEndpointRow => ({
  ...copied.toColumns(endpoint),
  secrets: endpoint.secrets.map(({ encrypted, expiresAt }) => ({
    encrypted,
    expires_at: expiresAt?.toISOString() ?? null,
  })),
});

export const toWebhookEndpoint = (row: WebhookEndpointRow): WebhookEndpoint => ({
  ...copied.toProperties(row),
  secrets: row.secrets.map(({ encrypted, expires_at: expiresAt }) => ({
    encrypted,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  })),
});
