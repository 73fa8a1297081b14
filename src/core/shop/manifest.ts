// Invariants
//
// There is one shop, and it always exists.

import type { Manifest } from '#core/shared/manifest.ts';

export const shopManifest = {
  scopes: ['settings:read', 'settings:write', 'shop_rules:read', 'shop_rules:write'],
  staffScopes: ['settings:read', 'shop_rules:read'],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['shop', 'rules'],
  tags: [{ name: 'Shop', description: 'The shop’s own data, which its mails and invoices show.' }],
} as const satisfies Manifest;
