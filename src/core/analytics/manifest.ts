import type { Manifest } from '#core/shared/manifest.ts';

export const analyticsManifest = {
  scopes: ['analytics:read'],
  staffScopes: ['analytics:read'],
  eventTypes: [],
  eventScope: null,
  idPrefixes: [],
  tags: [{ name: 'Analytics', description: 'What the shop sells, to whom, and how its business goes.' }],
} as const satisfies Manifest;
