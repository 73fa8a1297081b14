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
    'credit_note.created',
  ],
  eventScope: 'invoices:read',
  idPrefixes: ['inv', 'il', 'cn'],
  tags: [{ name: 'Invoices', description: 'Invoices and credit notes.' }],
} as const satisfies Manifest;
