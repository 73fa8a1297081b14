import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Work } from '#core/storage.ts';
import { sessionEnded } from '../audit-entries.ts';

/** Ends the calling session. */
export type SignOut = (actor: Actor) => Work<void>;

export const makeSignOut =
  ({ systemClock }: { systemClock: SystemClock }): SignOut =>
  (actor) =>
  async (tx) => {
    const id = Actor.sessionOf(actor);
    await tx.sessions.remove(id);
    await tx.audit.append(sessionEnded(actor, id, systemClock.now()));
  };
