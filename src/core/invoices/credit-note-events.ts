import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { ERASED_CREDIT_NOTE } from './buyer-retention.ts';
import type { CreditNote } from './credit-note.ts';
import { creditNoteView } from './credit-note-view.ts';

/** What events show: no data of an erased buyer. */
const viewOf = (note: CreditNote): object =>
  note.eraseBuyerAt === null ? creditNoteView(note) : { ...creditNoteView(note), ...ERASED_CREDIT_NOTE };

const events = eventsOf('credit_note', viewOf);

export const creditNoteCreated = (note: CreditNote): DomainEvent => events.created(note);
