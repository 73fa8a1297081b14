// Invariants
//
// Orders change stock only through `adjustStock`, in their transaction. Staff change it with the product.
// Why: docs/decisions/0012-stock.md

import type { Manifest } from '#core/shared/manifest.ts';

export const catalogManifest = {
  scopes: ['products:read', 'products:write', 'categories:write'],
  staffScopes: ['products:read', 'products:write', 'categories:write'],
  eventTypes: [
    'product.created',
    'product.updated',
    'product.deleted',
    'product.low_stock',
    'category.created',
    'category.updated',
    'category.deleted',
  ],
  eventScope: 'products:read',
  idPrefixes: ['prod', 'cat', 'adj'],
  tags: [
    { name: 'Products', description: 'Products and their stock.' },
    { name: 'Categories', description: 'The tree of categories, and how many products are in each.' },
  ],
} as const satisfies Manifest;
