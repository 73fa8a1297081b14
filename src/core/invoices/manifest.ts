// Invariants
//
// The numbers of finalized invoices and of credit notes have no gaps, and are in the order of the commits: the number
// is taken last in the transaction.
// Why: docs/decisions/0039-invoice-numbers.md
//
// After its finalization only the payments and the status of an invoice change. An issued file is stored and never
// made again.
// Why: docs/decisions/0036-invoice-documents.md
//
// Payments of an order belong to the order; its invoice has the same amounts from the same transaction on.
// Why: docs/decisions/0041-invoices-of-orders.md

import type { Manifest } from '#core/shared/manifest.ts';

export const invoicesManifest = {
  scopes: ['invoices:read', 'invoices:write'],
  staffScopes: ['invoices:read', 'invoices:write'],
  eventTypes: [
    'invoice.created',
    'invoice.updated',
    'invoice.deleted',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.overdue',
    'invoice.uncollectible',
    'invoice.voided',
    'invoice.sent',
    'credit_note.created',
  ],
  eventScope: 'invoices:read',
  idPrefixes: ['inv', 'il', 'cn'],
  tags: [{ name: 'Invoices', description: 'Invoices and credit notes.' }],
} as const satisfies Manifest;
