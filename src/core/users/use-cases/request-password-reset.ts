import { emailKey } from '#core/shared/email-key.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';

/** Mails a token to an e-mail's account, if it exists, to reset the password. */
export type RequestPasswordReset = (command: Readonly<{ email: string }>) => Work<void, UsersTx>;

export const requestPasswordReset: RequestPasswordReset =
  ({ email }) =>
  (tx) =>
    tx.mailRequests.add({ purpose: 'password_reset', emailKey: emailKey(email), userId: null });
