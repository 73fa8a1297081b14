import { Actor } from '#core/shared/actor.ts';
import { type DomainError, invalid } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { OneTimeToken, UsersTx } from '../ports.ts';
import type { User } from '../user.ts';

export const invalidToken = (): DomainError =>
  invalid([{ path: ['token'], code: 'token.invalid', message: 'is invalid or expired; request a new one' }]);

/** Redeems a token. @returns its user. @throws DomainError `validation_failed`. */
export const redeemToken = async (
  tx: UsersTx,
  token: Pick<OneTimeToken, 'hash' | 'purpose'>,
  at: Date,
): Promise<User> => {
  const redeemed = await tx.oneTimeTokens.consume(token, at);
  const user = redeemed && (await tx.users.lock(redeemed.userId));
  if (user?.status !== 'active' || redeemed === undefined) throw invalidToken();
  const email = redeemed.purpose === 'email_change' ? user.pendingEmail : user.email;
  if (email === null || emailKey(email) !== redeemed.emailKey) throw invalidToken();
  return user;
};

/** The holder of a token acts as its user. */
export const holderOf = ({ requestId }: Actor, { id }: Pick<User, 'id'>): Actor => ({
  ...Actor.anonymous,
  userId: id,
  requestId,
});
