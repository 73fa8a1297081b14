// Invariants
//
// A cart holds no prices but those that its buyer has seen, and reserves nothing: each read prices it as an order would be.
// A user has at most one open cart. A token opens a cart only while it has no user.
// Why: docs/decisions/0082-carts-and-checkouts.md

import type { Manifest } from '#core/shared/manifest.ts';

export const cartsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: ['cart.created', 'cart.updated', 'cart.deleted', 'cart.abandoned'],
  eventScope: 'orders:read',
  idPrefixes: ['cart'],
  tags: [{ name: 'Carts', description: 'What buyers have chosen and not ordered yet.' }],
} as const satisfies Manifest;
