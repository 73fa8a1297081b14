import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { Work } from '#core/storage.ts';
import { User } from '../user.ts';
import { invalidToken, redeemToken, storeByToken } from './redeem-token.ts';

/** Verifies an e-mail by a mailed token. */
export type VerifyEmail = (actor: Actor, command: Readonly<{ token: string }>) => Work<void>;

export const makeVerifyEmail =
  ({ tokens, clock }: { tokens: BearerTokens; clock: Clock }): VerifyEmail =>
  (actor, { token }) =>
  async (tx) => {
    const hash = tokens.hashOf(token, 'cpv');
    if (hash === undefined) throw invalidToken();
    const at = clock.now();
    const before = await redeemToken(tx, { hash, purpose: 'email_verification' }, at);
    const after = User.withVerifiedEmail(before, at);
    if (after !== before) await storeByToken(tx, { actor, before, after });
  };
