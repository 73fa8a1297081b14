// Why: docs/decisions/0023-confirmed-changes.md

import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { Id } from '#core/shared/id.ts';
import { credentialEnded, requireConfirmation, type VerifiedPassword } from '../confirm-caller.ts';
import type { Origin } from '../origin.ts';
import type { AccessTx } from '../ports.ts';

type Caller = Readonly<{ actor: Actor; verified: VerifiedPassword; systemClock: SystemClock }>;

/** The locked user of the caller. */
type Confirmed = Readonly<{ user: Readonly<{ id: Id<'usr'>; email: string }>; origin: Origin }>;

/**
 * Begins a change by which a thief could keep an access: locks the caller's user, so that sessions that end by force
 * meanwhile leave nothing, and requires a confirmation of a session. Keys act within their scopes.
 */
export const beginConfirmed = async (tx: AccessTx, { actor, verified, systemClock }: Caller): Promise<Confirmed> => {
  const user = await tx.users.get(Actor.userOf(actor));
  if (actor.kind === 'session') await requireConfirmation(tx, { actor, systemClock, user, verified });
  return { user, origin: await originOf(tx, actor) };
};

/** @throws DomainError `revoked_api_key` when the caller's credential ended meanwhile. */
const originOf = async (tx: AccessTx, actor: Actor): Promise<Origin> => {
  if (actor.kind === 'session') {
    const session = await tx.sessions.find(Actor.sessionOf(actor));
    if (session === undefined) throw credentialEnded();
    return { session: session.id, key: null };
  }
  const { credentialId } = actor;
  if (credentialId === null || !Id.is('key', credentialId)) return { session: null, key: null };
  const calling = await tx.apiKeys.find(credentialId);
  if (calling === undefined || calling.revokedAt !== null) throw credentialEnded();
  return { session: calling.createdBySession, key: calling.id };
};
