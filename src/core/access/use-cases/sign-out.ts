import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../ports.ts';
import { sessionEndedEntry } from '../records.ts';

/** Ends the calling session. */
export type SignOut = (actor: Actor) => Work<void, AccessTx>;

export const makeSignOut =
  ({ systemClock }: { systemClock: SystemClock }): SignOut =>
  (actor) =>
  async (tx) => {
    const id = Actor.sessionOf(actor);
    await tx.sessions.remove(id);
    await tx.audit.append(sessionEndedEntry(actor, id, systemClock.now()));
  };
