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
    const row = await this.#session.em.findOne(ApiKeyRow, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (row === null) throw notFound('API key', id);
    return toApiKey(row);
  }

  async add(key: ApiKey): Promise<void> {
    this.#session.em.create(ApiKeyRow, key, { persist: true });
    await this.#session.em.flush();
  }

  async save({ version, lastUsedAt: _recordedApart, ...key }: ApiKey): Promise<void> {
    const row = await this.#session.em.findOne(ApiKeyRow, { id: key.id });
    if (row?.version !== version - 1) throw conflict(`Key ${key.id} was changed meanwhile.`);
    this.#session.em.assign(row, key);
    await this.#session.em.flush();
    this.#noteChange(key.id);
  }
}
