// Invariants
//
// Every change of an order writes a timeline entry and an event. `order-states.ts` has the allowed transitions.
// Why: docs/decisions/0013-order-lifecycle.md
//
// An order keeps what was quoted. Prices are computed outside of transactions; the order's transaction only compares
// its locked products with those that were priced.
// Why: docs/decisions/0034-pricing-of-orders.md
//
// What a change of an order leaves to refund is stored with the change, and requested after the commit.
// Why: docs/decisions/0035-changes-of-orders.md

import type { Manifest } from '#core/shared/manifest.ts';

export const ordersManifest = {
  scopes: ['orders:read', 'orders:write'],
  staffScopes: ['orders:read', 'orders:write'],
  eventTypes: ['order.created', 'order.updated', 'order.paid', 'order.fulfilled', 'order.cancelled'],
  eventScope: 'orders:read',
  idPrefixes: ['ord', 'item', 'ful', 'tml'],
  tags: [{ name: 'Orders', description: 'Orders, fulfillments and timelines.' }],
} as const satisfies Manifest;
