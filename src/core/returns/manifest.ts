// Invariants
//
// A step of a return locks its order first. Open and received returns of an item never have more than was fulfilled.

import type { Manifest } from '#core/shared/manifest.ts';

export const returnsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: ['return.created', 'return.updated'],
  eventScope: 'orders:read',
  idPrefixes: ['ret'],
  tags: [{ name: 'Returns', description: 'Returns of fulfilled items.' }],
} as const satisfies Manifest;
