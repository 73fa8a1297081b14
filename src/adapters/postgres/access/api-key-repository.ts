import { LockMode } from '@mikro-orm/postgresql';
import type { ApiKey, ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/api-key-repository.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { ApiKeyRow, toApiKey, toApiKeyRow } from '../tables/api-keys.ts';

const TAKE_EXPIRING = `
  update api_keys set expiry_told_at = $2
  where id in (
    select id from api_keys
    where expires_at > $2 and expires_at < $1 and expires_at is not null and expiry_told_at is null
      and revoked_at is null
    order by expires_at limit $3 for update skip locked
  )
  returning id`;

const REMOVE_ALL_OF = 'delete from api_keys where user_id = $1 returning id';

export class PostgresApiKeyRepository implements ApiKeyRepository {
  readonly #session: TransactionSession;
  readonly #noteChange: (id: string) => void;

  constructor(session: TransactionSession, noteChange: (id: string) => void) {
    this.#session = session;
    this.#noteChange = noteChange;
  }

  async get(id: ApiKeyId): Promise<ApiKey> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const row = await this.#session.em.findOne(ApiKeyRow, { id }, options);
    if (row === null) throw notFound('API key', id);
    return toApiKey(row);
  }

  async find(id: ApiKeyId): Promise<ApiKey | undefined> {
    const row = await this.#session.em.findOne(ApiKeyRow, { id }, { refresh: true });
    return row === null ? undefined : toApiKey(row);
  }

  async add(key: ApiKey): Promise<void> {
    this.#session.em.create(ApiKeyRow, toApiKeyRow(key), { persist: true });
    await this.#session.em.flush();
  }

  // not as an entity: MikroORM sees no change, and no new version, where all columns but that stay the same
  async save(key: ApiKey): Promise<void> {
    const { id, last_used_at: _recordedSeparately, ...changes } = toApiKeyRow(key);
    const saved = await this.#session.em.nativeUpdate(ApiKeyRow, { id, version: key.version - 1 }, changes);
    if (saved === 0) throw conflict(`Key ${key.id} was changed meanwhile.`);
    this.#noteChange(key.id);
  }

  async takeExpiring({ before, at, limit }: { before: Date; at: Date; limit: number }): Promise<readonly ApiKey[]> {
    const found = await this.#session.query<{ id: ApiKeyId }>({ text: TAKE_EXPIRING, values: [before, at, limit] });
    const rows = await this.#session.em.find(ApiKeyRow, { id: { $in: found.map(({ id }) => id) } }, { refresh: true });
    return rows.map(toApiKey);
  }

  async removeAllOf(userId: ApiKey['userId']): Promise<readonly ApiKeyId[]> {
    const removed = await this.#session.query<{ id: ApiKeyId }>({ text: REMOVE_ALL_OF, values: [userId] });
    this.#noteChange(userId);
    return removed.map(({ id }) => id);
  }
}
