import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { UserId } from './user.ts';

/** What somebody may do who holds the token that was mailed to them. */
export type TokenPurpose = 'password_reset' | 'email_verification';

/** A token that was mailed to a person, to be used once. */
export type OneTimeToken = Readonly<{
  hash: TokenHash;
  purpose: TokenPurpose;
  userId: UserId;
  /** The key of the e-mail that it was sent to: it is worth nothing once the person has another. */
  emailKey: string;
  expiresAt: Date;
}>;

/** The tokens, for writing. */
export interface OneTimeTokenRepository {
  /** Adds a token in the place of all of its purpose that the person was sent before. */
  add(token: OneTimeToken): Promise<void>;
  /** Removes a token that has not ended, and gives it; of several who take it at once, one does. */
  take(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<OneTimeToken | undefined>;
  /** Removes all tokens of a person. */
  removeAllOf(userId: UserId): Promise<void>;
}

export interface OneTimeTokenQueries {
  /** Whether there is such a token, which has not ended. */
  has(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<boolean>;
  /** Removes tokens that ended before a time; at most some thousand at once. */
  removeEnded(before: Date): Promise<void>;
}
