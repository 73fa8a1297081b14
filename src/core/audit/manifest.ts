// Invariants
//
// An entry never changes. It contains no personal data, so that an erasure leaves the audit log alone.
// Why: docs/decisions/0009-audit-log-and-erasure.md

import type { Manifest } from '#core/shared/manifest.ts';

export const auditManifest = {
  scopes: ['audit:read'],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['aud'],
  tags: [{ name: 'Audit', description: 'The audit log.' }],
} as const satisfies Manifest;
