import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

const events = eventsOf('webhook', webhookEndpointView);

/** Named after what became of the endpoint: it is sent nothing any more, or something of it is different. */
export const endpointChanged = (before: WebhookEndpoint, after: WebhookEndpoint): DomainEvent =>
  events.changed(before.enabled && !after.enabled ? 'endpoint_disabled' : 'endpoint_updated', before, after);
