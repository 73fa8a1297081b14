import type { Id } from '#core/shared/id.ts';
import type { ApiKey, ApiKeyId } from './api-key.ts';

/**
 * The API keys, for writing. The commit of a change, and of a new publishable key, invalidates what the processes cache of
 * the key.
 */
export interface ApiKeyRepository {
  /** @throws DomainError `not_found`. */
  get(id: ApiKeyId): Promise<ApiKey>;
  /** Takes no lock. */
  find(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(key: ApiKey): Promise<void>;
  /** @throws DomainError `conflict` unless the stored version is the one before. */
  save(key: ApiKey): Promise<void>;
  /**
   * Claims keys that expire before a time and whose expiry is not announced yet: marks them as announced and returns
   * them. Keys that another transaction is claiming are skipped.
   */
  claimExpiring(command: Readonly<{ before: Date; at: Date; limit: number }>): Promise<readonly ApiKey[]>;
  /**
   * Revokes keys of a user that are not revoked yet: those that some sessions created, or all.
   * @returns the revoked keys.
   */
  revokeAllOf(
    userId: Id<'usr'>,
    command: Readonly<{ createdBy: readonly Id<'ses'>[] | undefined; at: Date }>,
  ): Promise<readonly ApiKey[]>;
  /** Removes all keys of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly ApiKeyId[]>;
}
