// Invariants
//
// A checkout places at most one order: it is locked while it does, and the order and the beginning of its payment are stored in
// the same transaction. From then on its state is that of its order.
// Why: docs/decisions/0082-carts-and-checkouts.md

import type { Manifest } from '#core/shared/manifest.ts';

export const checkoutsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: ['checkout.created', 'checkout.updated'],
  eventScope: 'orders:read',
  idPrefixes: ['chk'],
  tags: [{ name: 'Checkouts', description: 'The steps from a cart to a paid order.' }],
} as const satisfies Manifest;
