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

type ActorRow = Readonly<{
  actor_kind: Actor['kind'];
  actor_user_id: Actor['userId'];
  actor_credential_id: Actor['credentialId'];
}>;

export const toActor = (row: ActorRow) => ({
  kind: row.actor_kind,
  userId: row.actor_user_id,
  credentialId: row.actor_credential_id,
});
