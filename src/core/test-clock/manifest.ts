// Invariants
//
// The time of the business never goes back, and all processes share it.

import type { Manifest } from '#core/shared/manifest.ts';

export const testClockManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: [],
  tags: [{ name: 'Test clock', description: 'Advances the time of the business in test environments.' }],
} as const satisfies Manifest;
