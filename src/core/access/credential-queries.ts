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

/** A reason to invalidate cached credentials. */
export type CredentialChange =
  /** The credential of this id, or all credentials of the user of this id, changed. */
  | Readonly<{ kind: 'changed'; id: string }>
  /** Changes may be missed from now on: cache nothing. */
  | Readonly<{ kind: 'disconnected' }>
  /** Changes are reported again. */
  | Readonly<{ kind: 'connected' }>;

/** Reports changes of this process before the commit returns, and changes of other processes within a second. */
export interface CredentialChanges {
  subscribe(listener: (change: CredentialChange) => void): void;
}
