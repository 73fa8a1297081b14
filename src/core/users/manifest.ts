// Invariants
//
// An active owner always remains: the last one cannot be erased, disabled or given other permissions.
//
// An erasure removes the data of a person everywhere, and leaves orders with their amounts.
// Why: docs/decisions/0009-audit-log-and-erasure.md

import type { Manifest } from '#core/shared/manifest.ts';

export const usersManifest = {
  scopes: ['users:read', 'users:write', 'customers:write'],
  includedScopes: { 'users:write': ['customers:write'] },
  staffScopes: ['users:read', 'customers:write'],
  eventTypes: ['user.created', 'user.updated', 'user.deleted'],
  eventScope: 'users:read',
  idPrefixes: ['usr'],
  tags: [{ name: 'Users', description: 'Users: profiles, permissions and personal data.' }],
} as const satisfies Manifest;
