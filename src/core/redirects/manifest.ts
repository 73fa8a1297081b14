// Invariants
//
// Everybody reads redirects, as a storefront does: the scope to read is for their events and the dashboard.

import type { Manifest } from '#core/shared/manifest.ts';

export const redirectsManifest = {
  scopes: ['redirects:read', 'redirects:write'],
  staffScopes: ['redirects:read', 'redirects:write'],
  eventTypes: ['redirect.created', 'redirect.updated', 'redirect.deleted'],
  eventScope: 'redirects:read',
  idPrefixes: ['rdr'],
  tags: [{ name: 'Redirects', description: 'Where the addresses of a former web site lead to.' }],
} as const satisfies Manifest;
