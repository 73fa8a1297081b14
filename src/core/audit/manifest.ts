import type { Manifest } from '#core/shared/manifest.ts';

export const auditManifest = {
  scopes: ['audit:read'],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['aud'],
  tags: [{ name: 'Audit', description: 'The audit log.' }],
} as const satisfies Manifest;
