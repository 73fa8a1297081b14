import type { BearerTokens, TokenHash } from '#core/access/bearer-tokens.ts';
import { Actor, countedClient } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { OneTimeTokenQueries, ProofTx, UsersTx } from '../ports.ts';
import { proveEmail } from '../steps/prove-email.ts';
import { invalidToken, redeemToken } from '../steps/redeem-token.ts';
import { User } from '../user.ts';

/** Requests a mail to the actor with a token that verifies their e-mail address: the pending one, if there is one. */
export type RequestEmailVerification = (actor: Actor) => Work<void, UsersTx>;

export const requestEmailVerification: RequestEmailVerification = (actor) => async (tx) => {
  const { id, email, pendingEmail } = await tx.users.get(Actor.userOf(actor));
  const request =
    pendingEmail === null
      ? ({ purpose: 'email_verification', emailKey: emailKey(email), userId: null } as const)
      : ({ purpose: 'email_change', emailKey: emailKey(pendingEmail), userId: id } as const);
  await tx.mailRequests.add({ ...request, client: countedClient(actor) });
};

/**
 * Verifies an e-mail by a mailed token: a pending one replaces the user's e-mail. The first proof removes what was added
 * before, unless a session of the user sends the token.
 */
export type VerifyEmail = (actor: Actor, command: Readonly<{ token: string }>) => Promise<Work<void, ProofTx>>;

type Verification = Readonly<{ actor: Actor; hash: TokenHash; clocks: Clocks }>;

type Deps = Clocks & Readonly<{ tokens: BearerTokens; oneTimeTokens: OneTimeTokenQueries }>;

export const makeVerifyEmail =
  ({ tokens, oneTimeTokens, ...clocks }: Deps): VerifyEmail =>
  async (actor, { token }) => {
    const hash = tokens.hashOf(token, 'cpv');
    if (hash === undefined) throw invalidToken();
    const isOfChange = await oneTimeTokens.has({ hash, purpose: 'email_change' }, clocks.systemClock.now());
    const verify = isOfChange ? changeEmail : verifyCurrent;
    return (tx) => verify(tx, { actor, hash, clocks });
  };

const verifyCurrent = async (tx: ProofTx, { actor, hash, clocks }: Verification): Promise<void> => {
  const before = await redeemToken(tx, { hash, purpose: 'email_verification' }, clocks.systemClock.now());
  const proved = User.withVerifiedEmail(before, clocks.clock.now());
  if (proved !== before) await proveEmail(tx, clocks, { actor, before, proved });
};

/** Tokens that were mailed to the former e-mail become invalid, and it is notified. */
const changeEmail = async (tx: ProofTx, { actor, hash, clocks }: Verification): Promise<void> => {
  const before = await redeemToken(tx, { hash, purpose: 'email_change' }, clocks.systemClock.now());
  const proved = User.withPendingEmail(before, clocks.clock.now());
  const after = await proveEmail(tx, clocks, { actor, before, proved });
  await tx.oneTimeTokens.removeAllOf(after.id);
  await tx.mailRequests.removeAllOf(emailKey(before.email));
  // who has proved it is told at once
  const client = before.emailVerifiedAt === null ? countedClient(actor) : null;
  await tx.mailRequests.add({ purpose: 'email_changed', emailKey: before.email, userId: after.id, client });
};
