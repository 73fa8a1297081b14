import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { CreditNote } from './credit-note.ts';
import { creditNoteView } from './credit-note-view.ts';

const events = eventsOf('credit_note', creditNoteView);

export const creditNoteCreated = (note: CreditNote): DomainEvent => events.created(note);
