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
    'payment_method.created',
    'payment_method.updated',
    'payment_method.deleted',
  ],
  eventScope: 'payments:read',
  idPrefixes: ['pay', 'cap', 'void', 're', 'led', 'mov', 'pm'],
  tags: [
    { name: 'Payments', description: 'Payments of orders and invoices, captures, refunds and disputes.' },
    { name: 'Payment methods', description: 'Cards and accounts that users have saved for later payments.' },
  ],
} as const satisfies Manifest;
