import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';

/** A row of `webhook_endpoints`. */
export type WebhookEndpointRow = Readonly<{
  id: WebhookEndpoint['id'];
  version: number;
  url: string;
  events: readonly string[];
  ordering: WebhookEndpoint['ordering'];
  description: string | null;
  enabled: boolean;
  disabledReason: WebhookEndpoint['disabledReason'];
  enabledAt: string;
  secrets: readonly Readonly<{ encrypted: string; expires_at: string | null }>[];
  createdAt: string;
  updatedAt: string;
}>;

/** What is selected to have such a row. */
export const WEBHOOK_ENDPOINT_COLUMNS = `id, version, url, events, ordering, description, enabled,
  disabled_reason as "disabledReason", enabled_at as "enabledAt", secrets, created_at as "createdAt",
  updated_at as "updatedAt"`;

/** The columns of an endpoint, its id and version first. */
export const toWebhookEndpointRow = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  version: endpoint.version,
  url: endpoint.url,
  events: JSON.stringify(endpoint.events),
  ordering: endpoint.ordering,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  enabled_at: endpoint.enabledAt,
  secrets: JSON.stringify(endpoint.secrets.map(({ encrypted, expiresAt }) => ({ encrypted, expires_at: expiresAt }))),
  created_at: endpoint.createdAt,
  updated_at: endpoint.updatedAt,
});

export const toWebhookEndpoint = (row: WebhookEndpointRow): WebhookEndpoint => ({
  ...row,
  enabledAt: new Date(row.enabledAt),
  secrets: row.secrets.map(({ encrypted, expires_at: end }) => ({
    encrypted,
    expiresAt: end === null ? null : new Date(end),
  })),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});
