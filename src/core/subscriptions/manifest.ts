import type { Manifest } from '#core/shared/manifest.ts';

export const subscriptionsManifest = {
  scopes: ['subscriptions:read', 'subscriptions:write'],
  staffScopes: ['subscriptions:read', 'subscriptions:write'],
  eventTypes: ['plan.created', 'plan.updated', 'plan.deleted'],
  eventScope: 'subscriptions:read',
  idPrefixes: ['plan'],
  tags: [{ name: 'Plans', description: 'What subscriptions cost, and how often.' }],
} as const satisfies Manifest;
