import { endByForce } from '#core/access/end-sessions.ts';
import { sessionEndedByForceEntry, sessionEndedEntry } from '#core/access/records.ts';
import type { Session } from '#core/access/session.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { disableSetUpBy } from '#core/webhooks/steps/disable-set-up-by.ts';
import { requireAuthority, requireMayWrite } from '../authority.ts';
import type { UsersTx } from '../ports.ts';
import { userSignedOutBy } from '../records.ts';
import { endAccessOf } from '../steps/end-access.ts';
import type { UserId } from '../user.ts';

type Deps = Readonly<{ systemClock: SystemClock }>;

/** Ends a session of a user by force, for an actor who may change the user; the keys that it created are revoked, and its webhooks disabled. */
export type EndUserSession = (actor: Actor, session: Pick<Session, 'id' | 'userId'>) => Work<void, UsersTx>;

export const makeEndUserSession =
  ({ systemClock }: Deps): EndUserSession =>
  (actor, { id, userId }) =>
  async (tx) => {
    await lockUser(tx, actor, userId);
    const session = await tx.sessions.find(id);
    if (session?.userId !== userId) throw notFound('session', id);
    const at = systemClock.now();
    await endByForce(tx, actor, { session, at });
    await disableSetUpBy(tx, actor, { sessions: [id], at });
    await tx.audit.append(sessionEndedByForceEntry(actor, session, at));
  };

/**
 * Ends one of the actor's own sessions; others are reported as missing. Another session than the calling one ends by force:
 * it may be a thief's.
 */
export type EndSession = (actor: Actor, id: Session['id']) => Work<void, UsersTx>;

export const makeEndSession =
  ({ systemClock }: Deps): EndSession =>
  (actor, id) =>
  async (tx) => {
    const { id: userId } = await tx.users.get(Actor.userOf(actor));
    const session = await tx.sessions.find(id);
    if (session?.userId !== userId) throw notFound('session', id);
    const at = systemClock.now();
    if (actor.credentialId === id) await tx.sessions.remove(id);
    else {
      await endByForce(tx, actor, { session, at });
      await disableSetUpBy(tx, actor, { sessions: [id], at });
    }
    await tx.audit.append(sessionEndedEntry(actor, id, at));
  };

/** Ends all sessions of a user as `EndUserSession` does one. */
export type EndUserSessions = (actor: Actor, userId: UserId) => Work<void, UsersTx>;

export const makeEndUserSessions =
  ({ systemClock }: Deps): EndUserSessions =>
  (actor, userId) =>
  async (tx) => {
    await lockUser(tx, actor, userId);
    const at = systemClock.now();
    await endAccessOf(tx, actor, { userId, at });
    await tx.audit.append(userSignedOutBy(actor, { id: userId }, at));
  };

/** Sign-ins and the creation of keys lock the user too, so that none slips through. */
const lockUser = async (tx: UsersTx, actor: Actor, id: UserId): Promise<void> => {
  const user = await tx.users.get(id);
  requireMayWrite(actor, user);
  requireAuthority(actor, user, 'Ending the sessions of this user');
};
