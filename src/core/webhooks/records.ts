import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { webhookEndpointEventView, webhookEndpointView } from './webhook-endpoint-view.ts';

const events = eventsOf('webhook', webhookEndpointEventView);

/** The event of a change: the endpoint was disabled or updated. */
export const endpointChanged = (before: WebhookEndpoint, after: WebhookEndpoint): DomainEvent =>
  events.changed(before.enabled && !after.enabled ? 'endpoint_disabled' : 'endpoint_updated', before, after);

export const endpointAuditEntry = auditOf('webhook', webhookEndpointView, {
  owner_id: 'shown',
  // a URL may contain a secret, and a description a name
  url: 'personal',
  events: 'shown',
  ordering: 'shown',
  description: 'personal',
  enabled: 'shown',
  disabled_reason: 'shown',
});
