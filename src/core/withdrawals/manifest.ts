// Invariants
//
// A statement is stored before anything else is done, whatever the state of its order is. A decision locks the order first.
// What was withdrawn from was either cancelled, or is in the return of the withdrawal.

import type { Manifest } from '#core/shared/manifest.ts';

export const withdrawalsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: ['withdrawal.created', 'withdrawal.updated'],
  eventScope: 'orders:read',
  idPrefixes: ['wdr'],
  tags: [{ name: 'Withdrawals', description: 'Withdrawals of consumers from orders.' }],
} as const satisfies Manifest;
