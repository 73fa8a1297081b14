import type { Actor } from '#core/shared/actor.ts';
import { ApiKey, type ApiKeyId } from '../api-key.ts';
import { Scope } from '../scope.ts';

/**
 * Users end their own keys in a session, also those with scopes that they have lost, and a key ends itself and those that it
 * created. Otherwise an actor needs what the key allows: who has got a key that may only write keys would stop all programs
 * and pages of the shop.
 */
export const requireMayEnd = (actor: Actor, key: ApiKey, purpose: string): void => {
  const { id, createdByKey, userId } = key;
  const isOwn =
    actor.kind === 'api_key' ? [id, createdByKey].includes(actor.credentialId as ApiKeyId) : actor.userId === userId;
  if (!isOwn) Scope.requireAll(actor, ApiKey.neededScopes(key), purpose);
};
