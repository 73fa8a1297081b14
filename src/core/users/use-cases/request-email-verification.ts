import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';

/** Requests a mail to the actor with a token that verifies their e-mail address: the pending one, if there is one. */
export type RequestEmailVerification = (actor: Actor) => Work<void, UsersTx>;

export const requestEmailVerification: RequestEmailVerification = (actor) => async (tx) => {
  const { id, email, pendingEmail } = await tx.users.get(Actor.userOf(actor));
  const request =
    pendingEmail === null
      ? ({ purpose: 'email_verification', emailKey: emailKey(email), userId: null } as const)
      : ({ purpose: 'email_change', emailKey: emailKey(pendingEmail), userId: id } as const);
  await tx.mailRequests.add(request);
};
