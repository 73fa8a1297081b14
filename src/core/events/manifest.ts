import type { Manifest } from '#core/shared/manifest.ts';

export const eventsManifest = {
  scopes: ['events:read'],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['evt'],
  tags: [{ name: 'Events', description: 'The event log, as a list and as a live stream.' }],
} as const satisfies Manifest;
