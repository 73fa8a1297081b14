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
