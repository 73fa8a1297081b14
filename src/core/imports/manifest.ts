// Invariants
//
// Rows are stored in one transaction with the progress of their import, so that each row is applied once. One process
// at a time leases an import.

import type { Manifest } from '#core/shared/manifest.ts';

export const importsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['imp'],
  tags: [
    { name: 'Imports', description: 'Files of products, customers, discounts and redirects, and their progress.' },
  ],
} as const satisfies Manifest;
