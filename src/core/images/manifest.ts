import type { Manifest } from '#core/shared/manifest.ts';

export const imagesManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['img'],
  tags: [{ name: 'Images', description: 'Uploaded images.' }],
} as const satisfies Manifest;
