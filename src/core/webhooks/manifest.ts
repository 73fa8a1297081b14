// Invariants
//
// One process at a time leases an endpoint. Deliveries are at least once, with the event's id.
// Why: docs/decisions/0018-webhook-deliveries.md

import type { Manifest } from '#core/shared/manifest.ts';

export const webhooksManifest = {
  scopes: ['webhooks:read', 'webhooks:write'],
  staffScopes: [],
  eventTypes: ['webhook.endpoint_updated', 'webhook.endpoint_disabled'],
  eventScope: 'webhooks:read',
  idPrefixes: ['wh', 'dlv'],
  tags: [{ name: 'Webhooks', description: 'Webhook endpoints and deliveries.' }],
} as const satisfies Manifest;
