import type { ApiKey, ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/api-key-repository.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TableChanges } from './memory-table.ts';

export class MemoryApiKeyRepository implements ApiKeyRepository {
  readonly #keys: TableChanges<ApiKeyId, ApiKey>;
  readonly #noteChange: (id: ApiKeyId) => void;

  constructor(keys: TableChanges<ApiKeyId, ApiKey>, noteChange: (id: ApiKeyId) => void) {
    this.#keys = keys;
    this.#noteChange = noteChange;
  }

  async get(id: ApiKeyId): Promise<ApiKey> {
    const key = this.#keys.get(id);
    if (key === undefined) throw notFound('API key', id);
    return key;
  }

  async add(key: ApiKey): Promise<void> {
    this.#keys.set(key.id, key);
  }

  async save(key: ApiKey): Promise<void> {
    const kept = this.#keys.get(key.id);
    if (kept?.version !== key.version - 1) throw conflict(`Key ${key.id} was changed meanwhile.`);
    this.#keys.set(key.id, { ...key, lastUsedAt: kept.lastUsedAt });
    this.#noteChange(key.id);
  }
}
