import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Return } from './return.ts';
import { returnView } from './return-view.ts';

const events = eventsOf('return', returnView);

export const returnCreated = (created: Return): DomainEvent => events.created(created);

export const returnChanged = (before: Return, after: Return): DomainEvent => events.changed('updated', before, after);
