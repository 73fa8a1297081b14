import type { Manifest } from '#core/shared/manifest.ts';

export const shopManifest = {
  scopes: ['settings:read', 'settings:write'],
  staffScopes: ['settings:read'],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['shop'],
  tags: [{ name: 'Shop', description: 'The shop’s own data, which its mails and invoices show.' }],
} as const satisfies Manifest;
