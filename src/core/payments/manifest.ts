// Invariants
//
// Gateways are called only through `gateway-client.ts` and `method-client.ts`, for recorded operations and methods and
// under their id as the key. An unclear response leaves the outcome unknown, and reconciliation repeats the call.
// Why: docs/decisions/0015-payments.md
//
// Money moves only with two ledger entries in the same transaction, so `ledger_discrepancies` is empty.
// Why: docs/decisions/0016-ledger.md
//
// References of saved methods are encrypted and never shown.
// Why: docs/decisions/0038-saved-payment-methods.md

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
    'payment_link.created',
    'payment_link.updated',
  ],
  eventScope: 'payments:read',
  idPrefixes: ['pay', 'cap', 'void', 're', 'led', 'mov', 'pm', 'plink'],
  tags: [
    { name: 'Payments', description: 'Payments of orders and invoices, captures, refunds and disputes.' },
    { name: 'Payment links', description: 'Addresses of pages where orders and invoices are paid.' },
    { name: 'Payment methods', description: 'Cards and accounts that users have saved for later payments.' },
  ],
} as const satisfies Manifest;
