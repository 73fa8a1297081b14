import { p } from '@mikro-orm/postgresql';
import type { Actor } from '#core/shared/actor.ts';

/** The columns of the actor, in every table that records who made a change. */
export const actorColumns = () => ({
  actor_kind: p.text().$type<Actor['kind']>(),
  actor_user_id: p.text().$type<NonNullable<Actor['userId']>>().strictNullable(),
  actor_credential_id: p.text().$type<NonNullable<Actor['credentialId']>>().strictNullable(),
});

export const toActorColumns = ({ kind, userId, credentialId }: Pick<Actor, 'kind' | 'userId' | 'credentialId'>) => ({
  actor_kind: kind,
  actor_user_id: userId,
  actor_credential_id: credentialId,
});
