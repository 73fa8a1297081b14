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
    'payment.refund_failed',
    'payment.updated',
    'dispute.opened',
    'dispute.closed',
  ],
  eventScope: 'payments:read',
  idPrefixes: ['pay', 'cap', 'void', 're', 'led', 'mov'],
  tags: [{ name: 'Payments', description: 'Payments for orders, captures, refunds and disputes.' }],
} as const satisfies Manifest;
