// Invariants
//
// Events get their positions after the commit and in order, so that a reader that continues from a position misses
// nothing. One process at a time leases a publisher.
// Why: docs/decisions/0017-event-feed.md

import type { Manifest } from '#core/shared/manifest.ts';

export const eventsManifest = {
  scopes: ['events:read'],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['evt'],
  tags: [{ name: 'Events', description: 'The event log, as a list and as a live stream.' }],
} as const satisfies Manifest;
