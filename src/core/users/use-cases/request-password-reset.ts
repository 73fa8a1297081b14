import type { Clock } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { Work } from '#core/storage.ts';

/** Mails a token to an e-mail's account, if it exists, to reset the password. */
export type RequestPasswordReset = (command: Readonly<{ email: string }>) => Work<void>;

export const makeRequestPasswordReset =
  ({ clock }: { clock: Clock }): RequestPasswordReset =>
  ({ email }) =>
  (tx) =>
    tx.mailRequests.add({ purpose: 'password_reset', emailKey: emailKey(email), userId: null }, clock.now());
