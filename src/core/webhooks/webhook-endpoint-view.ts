import type { DisabledReason, EndpointId, Ordering, WebhookEndpoint } from './webhook-endpoint.ts';

/** An endpoint as the API shows it, without secrets. */
export type WebhookEndpointView = Readonly<{
  id: EndpointId;
  object: 'webhook';
  url: string;
  events: readonly string[];
  ordering: Ordering;
  description: string | null;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  version: number;
  created_at: string;
  updated_at: string;
}>;

export const webhookEndpointView = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  id: endpoint.id,
  object: 'webhook',
  url: endpoint.url,
  events: endpoint.events,
  ordering: endpoint.ordering,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  version: endpoint.version,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
});
