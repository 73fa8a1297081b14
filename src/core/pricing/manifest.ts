// Invariants
//
// The last use of a discount is granted once.
// Why: docs/decisions/0033-uses-of-discounts.md

import type { Manifest } from '#core/shared/manifest.ts';

export const pricingManifest = {
  scopes: ['pricing:read', 'pricing:write'],
  staffScopes: ['pricing:read'],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['txr', 'shm', 'dsc'],
  tags: [{ name: 'Pricing', description: 'What orders cost besides their items: taxes, shipping and discounts.' }],
} as const satisfies Manifest;
