import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { ERASED_CREDIT_NOTE, ERASED_INVOICE } from './buyer-retention.ts';
import type { CreditNote } from './credit-note.ts';
import { creditNoteView } from './credit-note-view.ts';
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

/** A payment has failed. */
export const invoicePaymentFailed = (before: Invoice, after: Invoice): DomainEvent =>
  events.changed('payment_failed', before, after);

export const invoiceDeleted = (invoice: Invoice, at: Date): DomainEvent => events.deleted(invoice, at);

/** What a change of an invoice means. A payment of a part, a refund and a credit are updates. */
export const invoiceChanged = (before: Invoice, after: Invoice): DomainEvent => {
  if (before.finalizedAt === null && after.finalizedAt !== null) return events.changed('finalized', before, after);
  if (before.overdueAt === null && after.overdueAt !== null) return events.changed('overdue', before, after);
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
