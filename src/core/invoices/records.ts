import { auditOf } from '#core/audit/audited-fields.ts';
import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { type CreditNote, creditNoteView } from './credit-note.ts';
import { ERASED_CREDIT_NOTE, ERASED_INVOICE } from './document-parts.ts';
import type { Invoice } from './invoice.ts';
import { invoiceView } from './invoice-view.ts';

/** What events show: no data of an erased buyer. */
const shownNote = (note: CreditNote): object =>
  note.eraseBuyerAt === null ? creditNoteView(note) : { ...creditNoteView(note), ...ERASED_CREDIT_NOTE };

const creditNoteEvents = eventsOf('credit_note', shownNote);

export const creditNoteCreated = (note: CreditNote): DomainEvent => creditNoteEvents.created(note);

/** What events show: no data of an erased buyer, which readers of events could keep. */
const viewOf = (invoice: Invoice): object =>
  invoice.eraseBuyerAt === null ? invoiceView(invoice) : { ...invoiceView(invoice), ...ERASED_INVOICE };

const events = eventsOf('invoice', viewOf);

export const invoiceCreated = (invoice: Invoice): DomainEvent => events.created(invoice);

export const invoicePaymentFailed = (before: Invoice, after: Invoice): DomainEvent =>
  events.changed('payment_failed', before, after);

export const invoiceDeleted = (invoice: Invoice, at: Date): DomainEvent => events.deleted(invoice, at);

/** What a change of an invoice means. A payment of a part, a refund and a credit are updates. */
const invoiceChanged = (before: Invoice, after: Invoice): DomainEvent => {
  if (before.finalizedAt === null && after.finalizedAt !== null) return events.changed('finalized', before, after);
  if (before.overdueAt === null && after.overdueAt !== null) return events.changed('overdue', before, after);
  if (before.sentAt !== after.sentAt) return events.changed('sent', before, after);
  if (before.status === after.status) return events.changed('updated', before, after);
  switch (after.status) {
    case 'paid':
      return events.changed('paid', before, after);
    case 'void':
      return events.changed('voided', before, after);
    case 'uncollectible':
      return events.changed('uncollectible', before, after);
    default:
      return events.changed('updated', before, after);
  }
};

/** The events of a change. An invoice of nothing is paid as soon as it is finalized. */
export const invoiceEvents = (before: Invoice, after: Invoice): readonly DomainEvent[] => {
  const event = invoiceChanged(before, after);
  if (event.type !== 'invoice.finalized' || after.status !== 'paid') return [event];
  return [event, events.changed('paid', { ...after, status: 'open', paidAt: null }, after)];
};

export const invoiceAuditEntry = auditOf('invoice', invoiceView, {
  number: 'shown',
  status: 'shown',
  user_id: 'omitted',
  order_id: 'omitted',
  subscription_id: 'omitted',
  currency: 'shown',
  lines: 'personal',
  draft_lines: 'personal',
  discount_lines: 'personal',
  tax_lines: 'omitted',
  prices_include_tax: 'omitted',
  tax_id: 'personal',
  tax_exemption: 'omitted',
  subtotal: 'omitted',
  discount: 'omitted',
  tax: 'omitted',
  total: 'shown',
  amount_paid: 'shown',
  amount_refunded: 'shown',
  amount_credited: 'shown',
  amount_due: 'omitted',
  paid_out_of_band: 'omitted',
  attempt_count: 'omitted',
  email: 'personal',
  billing_address: 'personal',
  seller: 'omitted',
  buyer: 'omitted',
  footer: 'personal',
  e_invoice: 'omitted',
  due_at: 'shown',
  finalized_at: 'omitted',
  paid_at: 'omitted',
  voided_at: 'omitted',
  overdue_at: 'omitted',
  sent_at: 'omitted',
  metadata: 'personal',
  actions: 'omitted',
});

export const creditNoteAuditEntry = auditOf('credit_note', creditNoteView, {
  number: 'shown',
  invoice_id: 'shown',
  invoice_number: 'omitted',
  user_id: 'omitted',
  refund_id: 'shown',
  reason: 'shown',
  note: 'omitted',
  currency: 'shown',
  lines: 'omitted',
  discount_lines: 'omitted',
  tax_lines: 'omitted',
  prices_include_tax: 'omitted',
  tax_id: 'omitted',
  tax_exemption: 'omitted',
  subtotal: 'omitted',
  discount: 'omitted',
  tax: 'omitted',
  total: 'shown',
  seller: 'omitted',
  buyer: 'omitted',
  footer: 'omitted',
  e_invoice: 'omitted',
});
