import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../ports.ts';
import { sessionEndedEntry } from '../records.ts';

/** Ends one of the actor's own sessions; others are reported as missing. */
export type EndSession = (actor: Actor, id: Id<'ses'>) => Work<void, AccessTx>;

export const makeEndSession =
  ({ systemClock }: { systemClock: SystemClock }): EndSession =>
  (actor, id) =>
  async (tx) => {
    const session = await tx.sessions.find(id);
    if (session === undefined || session.userId !== Actor.userOf(actor)) throw notFound('session', id);
    await tx.sessions.remove(id);
    await tx.audit.append(sessionEndedEntry(actor, id, systemClock.now()));
  };

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
