// Invariants
//
// What is counted is the filter of a list, so that the list shows what the count says.
// Why: docs/decisions/0048-counts-of-the-overview.md

import type { Manifest } from '#core/shared/manifest.ts';

export const overviewManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: [],
  tags: [
    { name: 'Overview', description: 'What waits for staff, and a search across orders, customers and products.' },
  ],
} as const satisfies Manifest;
