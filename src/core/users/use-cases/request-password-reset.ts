import type { Clock } from '#core/shared/clock.ts';
import type { Work } from '#core/unit-of-work.ts';
import { emailKey } from '../user.ts';

/** Has a token mailed to the person of an e-mail, if there is one, to set a new password by. */
export type RequestPasswordReset = (command: Readonly<{ email: string }>) => Work<void>;

export const makeRequestPasswordReset =
  ({ clock }: { clock: Clock }): RequestPasswordReset =>
  ({ email }) =>
  (tx) =>
    tx.mailRequests.add({ purpose: 'password_reset', emailKey: emailKey(email) }, clock.now());
