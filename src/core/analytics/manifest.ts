// Invariants
//
// The figures are sums of entries, which pure functions compute from the rows of an order, an invoice or a
// subscription. So a rebuild ends with the same sums.
// Why: docs/decisions/0043-figures.md
//
// Occurrences are the exception: they are counted once, and no rebuild changes them.
// Why: docs/decisions/0046-what-is-counted-once.md

import type { Manifest } from '#core/shared/manifest.ts';

export const analyticsManifest = {
  scopes: ['analytics:read'],
  staffScopes: ['analytics:read'],
  eventTypes: [],
  eventScope: null,
  idPrefixes: [],
  tags: [{ name: 'Analytics', description: 'What the shop sells, to whom, and how its business goes.' }],
} as const satisfies Manifest;
