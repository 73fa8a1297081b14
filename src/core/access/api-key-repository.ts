import type { Id } from '#core/shared/id.ts';
import type { ApiKey, ApiKeyId } from './api-key.ts';

/** The API keys, for writing. Every process's memory of a key that is saved ends with the commit. */
export interface ApiKeyRepository {
  /** @throws DomainError `not_found`. */
  get(id: ApiKeyId): Promise<ApiKey>;
  /** Others may change the key meanwhile. */
  find(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(key: ApiKey): Promise<void>;
  /** @throws DomainError `conflict` unless the version before is there. */
  save(key: ApiKey): Promise<void>;
  /**
   * Marks keys that will end before a time, and of which that was not told yet, as told now, and gives them. What
   * another transaction is taking is left to it.
   */
  takeExpiring(command: Readonly<{ before: Date; at: Date; limit: number }>): Promise<readonly ApiKey[]>;
  /** Removes all keys of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly ApiKeyId[]>;
}
