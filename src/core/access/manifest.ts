import type { Manifest } from '#core/shared/manifest.ts';

export const accessManifest = {
  scopes: ['keys:read', 'keys:write'],
  staffScopes: [],
  eventTypes: ['api_key.expiring'],
  eventScope: 'keys:read',
  idPrefixes: ['key', 'ses', 'fac'],
  tags: [{ name: 'Authentication', description: 'Sessions, passwords, second factors and API keys.' }],
} as const satisfies Manifest;
