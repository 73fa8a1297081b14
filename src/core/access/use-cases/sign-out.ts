import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/unit-of-work.ts';

/** Ends the session that the actor is calling with. */
export type SignOut = (actor: Actor) => Work<void>;

export const makeSignOut = (): SignOut => (actor) => (tx) => tx.sessions.remove(actor.credentialId as Id<'ses'>);
