import type { Change, Changes } from '#core/shared/changes.ts';
import type { ApiKeyId } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';

/** Finds credentials, and records their use and removes expired sessions. */
export interface CredentialQueries {
  findByHash(hash: TokenHash): Promise<Credential | undefined>;
  /** The allowed origins of the publishable keys that are neither revoked nor expired at a time, each once. */
  allowedOrigins(at: Date): Promise<readonly string[]>;
  /** Records when keys were last used; an earlier time than the stored one changes nothing. */
  recordUse(uses: ReadonlyMap<ApiKeyId, Date>): Promise<void>;
  /** Removes a batch of sessions that expired before a time. */
  removeExpiredSessions(before: Date): Promise<void>;
}

/** The id is that of a credential, or of a user whose credentials may all have changed. */
export type CredentialChange = Change;

/** While disconnected, nothing is cached. */
export type CredentialChanges = Changes;
