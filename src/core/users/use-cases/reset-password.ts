import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { OneTimeToken, OneTimeTokenQueries, ProofTx, UsersTx } from '../ports.ts';
import { endAccessOf } from '../steps/end-access.ts';
import { proveEmail } from '../steps/prove-email.ts';
import { holderOf, invalidToken, redeemToken } from '../steps/redeem-token.ts';
import { requestNotices, saveUser } from '../steps/store-user.ts';
import { User } from '../user.ts';

/** Mails a token to an e-mail's account, if it exists, to reset the password. */
export type RequestPasswordReset = (actor: Actor, command: Readonly<{ email: string }>) => Work<void, UsersTx>;

export const requestPasswordReset: RequestPasswordReset =
  (actor, { email }) =>
  (tx) =>
    tx.mailRequests.add({
      purpose: 'password_reset',
      emailKey: emailKey(email),
      userId: null,
      client: countedClient(actor),
    });

/**
 * Sets a password by the token of a reset or an invitation, which proves the e-mail if it was mailed. Ends all sessions of
 * the user and revokes their keys, or all keys; webhooks as keys. The first proof of the e-mail removes what was added
 * before, as `VerifyEmail` does.
 */
export type ResetPassword = (
  actor: Actor,
  command: Readonly<{ token: string; password: string; revokeKeys?: boolean | undefined }>,
) => Promise<Work<void, ProofTx>>;

export const makeResetPassword =
  (deps: { tokens: BearerTokens; oneTimeTokens: OneTimeTokenQueries } & PasswordDeps & Clocks): ResetPassword =>
  async (actor, { token, password, revokeKeys }) => {
    const valid = await validToken(deps, token);
    // rejected within the work, since a repeated request must be replayed first
    if (valid === undefined) return () => Promise.reject(invalidToken());
    const passwordHash = await hashNewPassword(deps, password);
    return async (tx) => {
      const at = deps.clock.now();
      const before = await redeemToken(tx, valid, deps.systemClock.now());
      const isProof = valid.purpose !== 'invitation_link';
      const proved = User.withResetPassword(before, passwordHash, at);
      // what was not mailed says nothing of the e-mail
      const after = isProof
        ? await proveEmail(tx, deps, { actor, before, proved })
        : { ...proved, emailVerifiedAt: before.emailVerifiedAt };
      if (!isProof) await saveUser(tx, holderOf(actor, before), { before, after });
      await endAccessOf(tx, holderOf(actor, before), { userId: after.id, revokeKeys, at });
      await tx.oneTimeTokens.removeAllOf(after.id);
      await requestNotices(tx, actor, { before, after });
    };
  };

/** A valid token, which the slow password hash is computed for only. */
const validToken = async (
  { tokens, oneTimeTokens, systemClock }: { tokens: BearerTokens; oneTimeTokens: OneTimeTokenQueries } & Clocks,
  token: string,
): Promise<Pick<OneTimeToken, 'hash' | 'purpose'> | undefined> => {
  const hash = tokens.hashOf(token, 'cpr', 'cpi');
  if (hash === undefined) return undefined;
  const purposes = token.startsWith('cpi')
    ? (['invitation', 'invitation_link'] as const)
    : (['password_reset'] as const);
  for (const purpose of purposes) {
    if (await oneTimeTokens.has({ hash, purpose }, systemClock.now())) return { hash, purpose };
  }
  return undefined;
};
