// Invariants
//
// The id and the file name of an image are digests of its content. So the same content is the same image, and an image
// never changes.

import type { Manifest } from '#core/shared/manifest.ts';

export const imagesManifest = {
  scopes: [],
  staffScopes: [],
  eventTypes: [],
  eventScope: null,
  idPrefixes: ['img'],
  tags: [{ name: 'Images', description: 'Uploaded images.' }],
} as const satisfies Manifest;
