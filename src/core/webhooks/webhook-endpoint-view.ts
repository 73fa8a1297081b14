import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { DisabledReason, Ordering, WebhookEndpoint } from './webhook-endpoint.ts';

/** An endpoint as the API shows it, without secrets. */
export type WebhookEndpointView = ResourceView<WebhookEndpoint, 'webhook'> &
  Readonly<{
    owner_id: string | null;
    url: string;
    events: readonly string[];
    ordering: Ordering;
    description: string | null;
    enabled: boolean;
    disabled_reason: DisabledReason | null;
  }>;

export const webhookEndpointView = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  id: endpoint.id,
  object: 'webhook',
  owner_id: endpoint.ownerId,
  url: endpoint.url,
  events: endpoint.events,
  ordering: endpoint.ordering,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  ...versionView(endpoint),
});

/** An endpoint in events: the query of its URL may contain a secret. */
export const webhookEndpointEventView = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  ...webhookEndpointView(endpoint),
  url: endpoint.url.replace(/[?#].*$/s, ''),
});
