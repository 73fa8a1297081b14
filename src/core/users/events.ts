import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { User } from './user.ts';
import { userView } from './user-view.ts';

export const userCreated = (user: User): DomainEvent => ({
  type: 'user.created',
  resourceId: user.id,
  resourceVersion: user.version,
  data: userView(user),
  previous: {},
  occurredAt: user.createdAt,
});
