import type { PasswordHasher } from '#core/access/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Id } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { aKey, aSession, NOON } from './builders.ts';

/** A fast, reversible hasher. */
export const passwords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => hash === `hash of ${password}`,
};

/** The actor, with the session or key created if it does not exist. */
export const withCredential = async (unitOfWork: UnitOfWork, actor: Actor, at: Date = NOON): Promise<Actor> => {
  const { userId, credentialId: id } = actor;
  await unitOfWork.run(async (tx) => {
    const user = userId === null ? undefined : await tx.users.find(userId);
    if (user === undefined || id === null) return;
    if (Id.is('ses', id) && (await tx.sessions.find(id)) === undefined) {
      await tx.sessions.add({ ...aSession(user, at).session, id });
    } else if (Id.is('key', id) && (await tx.apiKeys.find(id)) === undefined) {
      await tx.apiKeys.add({ ...aKey(user).key, id });
    }
  });
  return actor;
};
