import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { ERASED_CREDIT_NOTE } from './buyer-retention.ts';
import type { CreditNote } from './credit-note.ts';
import { creditNoteView } from './credit-note-view.ts';

/** What events show: no data of an erased buyer. */
const shownNote = (note: CreditNote): object =>
  note.eraseBuyerAt === null ? creditNoteView(note) : { ...creditNoteView(note), ...ERASED_CREDIT_NOTE };

const creditNoteEvents = eventsOf('credit_note', shownNote);

export const creditNoteCreated = (note: CreditNote): DomainEvent => creditNoteEvents.created(note);
