import type { BearerTokens, TokenHash } from '#core/access/bearer-tokens.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { OneTimeTokenQueries, UsersTx } from '../ports.ts';
import { invalidToken, redeemToken, storeByToken } from '../steps/redeem-token.ts';
import { User } from '../user.ts';

/** Requests a mail to the actor with a token that verifies their e-mail address: the pending one, if there is one. */
export type RequestEmailVerification = (actor: Actor) => Work<void, UsersTx>;

export const requestEmailVerification: RequestEmailVerification = (actor) => async (tx) => {
  const { id, email, pendingEmail } = await tx.users.get(Actor.userOf(actor));
  const request =
    pendingEmail === null
      ? ({ purpose: 'email_verification', emailKey: emailKey(email), userId: null } as const)
      : ({ purpose: 'email_change', emailKey: emailKey(pendingEmail), userId: id } as const);
  await tx.mailRequests.add({ ...request, limited: true });
};

/** Verifies an e-mail by a mailed token: a pending one replaces the user's e-mail. */
export type VerifyEmail = (actor: Actor, command: Readonly<{ token: string }>) => Promise<Work<void, UsersTx>>;

type Verification = Readonly<{
  actor: Actor;
  hash: TokenHash;
  at: Date /** Of which the token must be valid. */;
  tokenAt: Date;
}>;

type Deps = Clocks & Readonly<{ tokens: BearerTokens; oneTimeTokens: OneTimeTokenQueries }>;

export const makeVerifyEmail =
  ({ tokens, oneTimeTokens, clock, systemClock }: Deps): VerifyEmail =>
  async (actor, { token }) => {
    const hash = tokens.hashOf(token, 'cpv');
    if (hash === undefined) throw invalidToken();
    const isOfChange = await oneTimeTokens.has({ hash, purpose: 'email_change' }, systemClock.now());
    const verify = isOfChange ? changeEmail : verifyCurrent;
    return (tx) => verify(tx, { actor, hash, at: clock.now(), tokenAt: systemClock.now() });
  };

const verifyCurrent = async (tx: UsersTx, { actor, hash, at, tokenAt }: Verification): Promise<void> => {
  const before = await redeemToken(tx, { hash, purpose: 'email_verification' }, tokenAt);
  const after = User.withVerifiedEmail(before, at);
  if (after !== before) await storeByToken(tx, { actor, before, after });
};

/** Tokens that were mailed to the former e-mail become invalid, and it is notified. */
const changeEmail = async (tx: UsersTx, { actor, hash, at, tokenAt }: Verification): Promise<void> => {
  const before = await redeemToken(tx, { hash, purpose: 'email_change' }, tokenAt);
  const after = User.withPendingEmail(before, at);
  await storeByToken(tx, { actor, before, after });
  await tx.oneTimeTokens.removeAllOf(after.id);
  const former = emailKey(before.email);
  await tx.mailRequests.removeAllOf(former);
  await tx.mailRequests.add({ purpose: 'email_changed', emailKey: former, userId: after.id });
};
