import type { Id } from '#core/shared/id.ts';
import type { Page, PageRequest } from '#core/shared/page.ts';
import type { SecondFactor, SecondFactorView } from './second-factor.ts';

/** Time-based one-time passwords (RFC 6238) of authenticator apps: six digits that change every 30 seconds. */
export interface OneTimePasswords {
  /** A new random secret in base32. */
  makeSecret(): string;
  /** The `otpauth:` URL of a secret, which apps read from a QR code. */
  urlOf(secret: string, label: Readonly<{ issuer: string; account: string }>): string;
  /**
   * The time step whose code this is: the current one, the one before or the one after; undefined for any
   * other text.
   */
  timeStepOf(code: string, secret: string, at: Date): number | undefined;
}

/** The one-way hash under which a recovery code is stored. */
export type RecoveryCodeHash = string & { readonly __brand: 'RecoveryCodeHash' };

type RecoveryCode = Readonly<{ code: string; hash: RecoveryCodeHash }>;

/** Codes for users who have lost their second factor. */
export interface RecoveryCodes {
  /** A new random code. */
  make(): RecoveryCode;
  /** The hash of a well-formed code, however it is spaced; undefined for any other text. */
  hashOf(text: string): RecoveryCodeHash | undefined;
}

/** What a passkey of a user is to sign, once. */
export type PasskeyChallenge = Readonly<{ challenge: string; userId: Id<'usr'>; expiresAt: Date }>;

/** The challenges that a user has at a time. */
export const MAX_PASSKEY_CHALLENGES = 10;

/** Writes second factors and recovery codes. The user’s sessions are invalidated in every process's cache after the commit. */
export interface SecondFactorRepository {
  /** The factors of a user, the oldest first, locked until the transaction ends. */
  listOf(userId: Id<'usr'>): Promise<readonly SecondFactor[]>;
  /** @throws DomainError `conflict` for a removed user, at the call or at the commit. */
  add(factor: SecondFactor): Promise<void>;
  /** @throws DomainError `conflict` unless the stored version is the previous one. */
  save(factor: SecondFactor): Promise<void>;
  remove(factor: Pick<SecondFactor, 'id' | 'userId'>): Promise<void>;
  /** Removes the factors, the recovery codes and the challenges of a user. */
  removeAllOf(userId: Id<'usr'>): Promise<void>;
  replaceRecoveryCodes(userId: Id<'usr'>, hashes: readonly RecoveryCodeHash[]): Promise<void>;
  /** Removes a recovery code of a user. @returns whether it existed: true for one of several concurrent callers. */
  consumeRecoveryCode(userId: Id<'usr'>, hash: RecoveryCodeHash): Promise<boolean>;
  /**
   * Adds a challenge of a locked user, and removes the oldest ones beyond `MAX_PASSKEY_CHALLENGES`.
   * @throws DomainError `conflict` for a removed user, at the call or at the commit.
   */
  addChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Removes a challenge of a user. @returns whether it was valid: true for one of several concurrent callers. */
  consumeChallenge(challenge: Pick<PasskeyChallenge, 'challenge' | 'userId'>, at: Date): Promise<boolean>;
}

/** Reads of second factors. */
export interface SecondFactorQueries {
  /** The second factors of a user, also pending ones, the newest first. */
  list(query: Readonly<{ userId: Id<'usr'>; page: PageRequest }>): Promise<Page<SecondFactorView>>;
  /** Removes challenges that expired before a time; at most some thousand per call. */
  removeExpiredChallenges(before: Date): Promise<void>;
}
