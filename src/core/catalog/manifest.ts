import type { Manifest } from '#core/shared/manifest.ts';

export const catalogManifest = {
  scopes: ['products:read', 'products:write', 'categories:write'],
  staffScopes: ['products:read', 'products:write', 'categories:write'],
  eventTypes: ['product.created', 'product.updated', 'product.deleted'],
  eventScope: 'products:read',
  idPrefixes: ['prod', 'cat'],
  tags: [
    { name: 'Products', description: 'Products and their stock.' },
    { name: 'Categories', description: 'Categories of products.' },
  ],
} as const satisfies Manifest;
