import type { Manifest } from '#core/shared/manifest.ts';

export const paymentsManifest = {
  scopes: ['payments:read', 'payments:write'],
  staffScopes: ['payments:read', 'payments:write'],
  eventTypes: [
    'payment.authorized',
    'payment.succeeded',
    'payment.failed',
    'payment.cancelled',
    'payment.refunded',
    'payment.updated',
  ],
  eventScope: 'payments:read',
  idPrefixes: ['pay', 'cap', 'void', 're', 'led'],
  tags: [{ name: 'Payments', description: 'Payments for orders, captures and refunds.' }],
} as const satisfies Manifest;
