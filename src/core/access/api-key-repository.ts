import type { ApiKey, ApiKeyId } from './api-key.ts';

/** The API keys, for writing. Every process's memory of a key that is saved ends with the commit. */
export interface ApiKeyRepository {
  /** @throws DomainError `not_found`. */
  get(id: ApiKeyId): Promise<ApiKey>;
  add(key: ApiKey): Promise<void>;
  /** @throws DomainError `conflict` unless the version before is there. */
  save(key: ApiKey): Promise<void>;
}
