import { LockMode } from '@mikro-orm/postgresql';
import type { ApiKey, ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/api-key-repository.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { ApiKeyRow, toApiKey } from './rows/api-key.row.ts';
import type { TransactionSession } from './transaction-session.ts';

export class PostgresApiKeyRepository implements ApiKeyRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: ApiKeyId) => void;

  constructor(session: TransactionSession, noteChange: (id: ApiKeyId) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async get(id: ApiKeyId): Promise<ApiKey> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const row = await this.#session.em.findOne(ApiKeyRow, { id }, options);
    if (row === null) throw notFound('API key', id);
    return toApiKey(row);
  }

  async add(key: ApiKey): Promise<void> {
    this.#session.em.create(ApiKeyRow, key, { persist: true });
    await this.#session.em.flush();
  }

  // not as an entity: MikroORM sees no change, and no new version, where all columns but that stay the same
  async save({ version, lastUsedAt: _recordedApart, ...key }: ApiKey): Promise<void> {
    const before = { id: key.id, version: version - 1 };
    const saved = await this.#session.em.nativeUpdate(ApiKeyRow, before, { ...key, version });
    if (saved === 0) throw conflict(`Key ${key.id} was changed meanwhile.`);
    this.#noteChange(key.id);
  }
}
