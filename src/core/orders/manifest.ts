import type { Manifest } from '#core/shared/manifest.ts';

export const ordersManifest = {
  scopes: ['orders:read', 'orders:write'],
  staffScopes: ['orders:read', 'orders:write'],
  eventTypes: ['order.created', 'order.updated', 'order.paid', 'order.fulfilled', 'order.cancelled'],
  eventScope: 'orders:read',
  idPrefixes: ['ord', 'item', 'ful', 'tml'],
  tags: [{ name: 'Orders', description: 'Orders, fulfillments and timelines.' }],
} as const satisfies Manifest;
