import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import { ERASED_USER, type User } from './user.ts';
import { userView } from './user-view.ts';

const events = eventsOf('user', userView);

export const userCreated = events.created;

export const userUpdated = (before: User, after: User): DomainEvent => events.changed('updated', before, after);

/** The deletion without personal data. */
export const userDeleted = (user: User, at: Date): DomainEvent =>
  events.deleted(user, at, { ...userView(user), ...ERASED_USER });
