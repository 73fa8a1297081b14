import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { CreditNote } from './credit-note.ts';
import { creditNoteView } from './credit-note-view.ts';
import type { Invoice } from './invoice.ts';
import { invoiceView } from './invoice-view.ts';

const FIELDS = {
  shown: ['status', 'number', 'currency', 'total', 'amount_paid', 'amount_refunded', 'amount_credited', 'due_at'],
  personal: ['lines', 'draft_lines', 'billing_address', 'email', 'tax_id', 'footer', 'metadata'],
};

/** The audit entry of a step; `before` is null for a new invoice, `after` for a deleted draft. */
export const invoiceAuditEntry = (
  actor: Actor,
  step: string,
  { before, after, at }: Readonly<{ before: Invoice | null; after: Invoice | null; at: Date }>,
): AuditEntry => {
  const invoice = after ?? before;
  return {
    actor,
    action: `invoice.${step}`,
    resource: invoice === null ? null : { type: 'invoice', id: invoice.id },
    ...changesOf(viewOf(before), viewOf(after), FIELDS),
    at,
  };
};

const viewOf = (invoice: Invoice | null): object => (invoice === null ? {} : invoiceView(invoice));

export const creditNoteAuditEntry = (actor: Actor, note: CreditNote): AuditEntry => ({
  actor,
  action: 'credit_note.created',
  resource: { type: 'credit_note', id: note.id },
  ...changesOf({}, creditNoteView(note), {
    shown: ['number', 'invoice_id', 'refund_id', 'reason', 'currency', 'total'],
  }),
  at: note.createdAt,
});
