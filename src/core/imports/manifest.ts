import type { Manifest } from '#core/shared/manifest.ts';

export const importsManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['imp'],
  tags: [{ name: 'Imports', description: 'Products from files, and their progress.' }],
} as const satisfies Manifest;
