import type { Id } from '#core/shared/id.ts';
import type { ApiKey, ApiKeyId } from './api-key.ts';

/** Writes API keys. A saved key is invalidated in every process's cache after the commit. */
export interface ApiKeyRepository {
  /** @throws DomainError `not_found`. */
  get(id: ApiKeyId): Promise<ApiKey>;
  /** Reads without a lock. */
  find(id: ApiKeyId): Promise<ApiKey | undefined>;
  add(key: ApiKey): Promise<void>;
  /** @throws DomainError `conflict` unless the stored version is the previous one. */
  save(key: ApiKey): Promise<void>;
  /** Marks unannounced keys that expire before a time as announced, and returns them. Locked keys are skipped. */
  takeExpiring(command: Readonly<{ before: Date; at: Date; limit: number }>): Promise<readonly ApiKey[]>;
  /** Removes all keys of a user. @returns their ids. */
  removeAllOf(userId: Id<'usr'>): Promise<readonly ApiKeyId[]>;
}
