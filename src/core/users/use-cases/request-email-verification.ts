import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Work } from '#core/storage.ts';
import { emailKey } from '../user.ts';

/** Requests a mail to the actor with a token that verifies their e-mail address. */
export type RequestEmailVerification = (actor: Actor) => Work<void>;

export const makeRequestEmailVerification =
  ({ clock }: { clock: Clock }): RequestEmailVerification =>
  (actor) =>
  async (tx) => {
    const { email } = await tx.users.get(Actor.userOf(actor));
    await tx.mailRequests.add({ purpose: 'email_verification', emailKey: emailKey(email) }, clock.now());
  };
