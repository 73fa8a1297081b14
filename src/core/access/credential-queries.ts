import type { ApiKeyId } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';

/** Looks up the credentials of tokens. */
export interface CredentialQueries {
  findByHash(hash: TokenHash): Promise<Credential | undefined>;
  /** Records the last uses of keys; an earlier time than the recorded one is ignored. */
  recordUse(uses: ReadonlyMap<ApiKeyId, Date>): Promise<void>;
  /** Removes sessions that ended before a time; at most some thousand per call. */
  removeEnded(before: Date): Promise<void>;
}

/** A notification about cached credentials. */
export type CredentialChange =
  /** The credential, or all credentials of the user, changed. */
  | Readonly<{ kind: 'changed'; id: string }>
  /** Notifications may be lost from now on: cache nothing. */
  | Readonly<{ kind: 'disconnected' }>
  /** Notifications work again. */
  | Readonly<{ kind: 'connected' }>;

/** Notifies of changes: of this process before the commit is acknowledged, of others within a second. */
export interface CredentialChanges {
  subscribe(listener: (change: CredentialChange) => void): void;
}
