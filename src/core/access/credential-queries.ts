import type { Change, Changes } from '#core/shared/changes.ts';
import type { ApiKeyId } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';

/** Finds the credentials of tokens. */
export interface CredentialQueries {
  findByHash(hash: TokenHash): Promise<Credential | undefined>;
  /** The origins that publishable keys allow which are neither revoked nor expired at a time, each once. */
  allowedOrigins(at: Date): Promise<readonly string[]>;
  /** Records when keys were last used; an earlier time than the stored one changes nothing. */
  recordUse(uses: ReadonlyMap<ApiKeyId, Date>): Promise<void>;
  /** Removes a batch of sessions that expired before a time. */
  removeExpiredSessions(before: Date): Promise<void>;
}

/** A change of the credential, or of all credentials of the user, of an id. While disconnected, nothing is cached. */
export type CredentialChange = Change;

export type CredentialChanges = Changes;
