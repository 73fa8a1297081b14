import { type DomainEvent, previousValues } from '#core/shared/domain-event.ts';
import { PERSONAL_FIELDS, type User } from './user.ts';
import { userView } from './user-view.ts';

export const userCreated = (user: User): DomainEvent => ({
  type: 'user.created',
  resourceId: user.id,
  resourceVersion: user.version,
  data: userView(user),
  previous: {},
  occurredAt: user.createdAt,
});

export const userUpdated = (before: User, after: User): DomainEvent => ({
  type: 'user.updated',
  resourceId: after.id,
  resourceVersion: after.version,
  data: userView(after),
  previous: previousValues(userView(before), userView(after)),
  occurredAt: after.updatedAt,
});

/** Tells that a person is gone, and nothing of who it was. */
export const userDeleted = (user: User, at: Date): DomainEvent => ({
  type: 'user.deleted',
  resourceId: user.id,
  resourceVersion: user.version + 1,
  data: { ...userView(user), ...Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, null])) },
  previous: {},
  occurredAt: at,
});
