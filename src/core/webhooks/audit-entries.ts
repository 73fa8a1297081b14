import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

// a URL may contain a secret, and a description a name
const FIELDS = {
  shown: ['owner_id', 'events', 'ordering', 'enabled', 'disabled_reason'],
  personal: ['url', 'description'],
};

/** The audit entry of a change to an endpoint; null means that it does not exist. */
export const endpointAuditEntry = (
  actor: Actor,
  action: string,
  { before, after, at }: Readonly<{ before: WebhookEndpoint | null; after: WebhookEndpoint | null; at: Date }>,
): AuditEntry => ({
  actor,
  action: `webhook.${action}`,
  resource: { type: 'webhook', id: (after ?? (before as WebhookEndpoint)).id },
  ...changesOf(
    before === null ? {} : webhookEndpointView(before),
    after === null ? {} : webhookEndpointView(after),
    FIELDS,
  ),
  at,
});
