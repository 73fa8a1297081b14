// Invariants
//
// The storage has the digest of a token, never the token. A revoked credential is rejected from the next request on in
// the process that revoked it, and within a second in every other.
// Why: docs/decisions/0006-credential-cache.md
//
// What could make the access by a stolen session permanent is confirmed: by the password, a recent sign-in or a code.
// Why: docs/decisions/0023-confirmed-changes.md

import type { Manifest } from '#core/shared/manifest.ts';

export const accessManifest = {
  scopes: ['keys:read', 'keys:write'],
  staffScopes: [],
  eventTypes: ['api_key.expiring'],
  eventScope: 'keys:read',
  idPrefixes: ['key', 'ses', 'fac'],
  tags: [{ name: 'Authentication', description: 'Sessions, passwords, second factors and API keys.' }],
} as const satisfies Manifest;
