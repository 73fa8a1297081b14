import { auditOf } from '#core/audit/audited-fields.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

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
