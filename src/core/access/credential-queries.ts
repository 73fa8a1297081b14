import type { ApiKeyId } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';

/** Finds out what tokens stand for. */
export interface CredentialQueries {
  findByHash(hash: TokenHash): Promise<Credential | undefined>;
  /** Records when keys were last used; an earlier time than the one on record changes nothing. */
  recordUse(uses: ReadonlyMap<ApiKeyId, Date>): Promise<void>;
  /** Removes sessions that ended before a time; at most some thousand at once. */
  removeEnded(before: Date): Promise<void>;
}

/** What became of the credentials that this process may remember. */
export type CredentialChange =
  /** The credential, or all those of the user, is no longer what it was. */
  | Readonly<{ kind: 'changed'; id: string }>
  /** Changes may go unnoticed from now on: remember nothing. */
  | Readonly<{ kind: 'disconnected' }>
  /** Changes are noticed again. */
  | Readonly<{ kind: 'connected' }>;

/** Tells what changed in this process before its commit is answered, and what changed in others within a second. */
export interface CredentialChanges {
  subscribe(listener: (change: CredentialChange) => void): void;
}
