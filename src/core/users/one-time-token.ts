import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { UserId } from './user.ts';

/** The purpose of a mailed token. */
export type TokenPurpose = 'password_reset' | 'invitation' | 'email_verification' | 'email_change';

/** A mailed token that works once. */
export type OneTimeToken = Readonly<{
  hash: TokenHash;
  purpose: TokenPurpose;
  userId: UserId;
  /** The e-mail that it was sent to, the user's or the pending one: it becomes invalid when that changes. */
  emailKey: string;
  expiresAt: Date;
}>;

/** Writes one-time tokens. */
export interface OneTimeTokenRepository {
  /** Adds a token and removes the user's earlier ones of the same purpose. */
  add(token: OneTimeToken): Promise<void>;
  /** Removes and returns a valid token; one of several concurrent callers gets it. */
  consume(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<OneTimeToken | undefined>;
  /** Removes all tokens of a user. */
  removeAllOf(userId: UserId): Promise<void>;
}

export interface OneTimeTokenQueries {
  /** Whether a valid token exists. */
  has(token: Pick<OneTimeToken, 'hash' | 'purpose'>, at: Date): Promise<boolean>;
  /** Removes tokens that expired before a time; at most some thousand per call. */
  removeExpired(before: Date): Promise<void>;
}
