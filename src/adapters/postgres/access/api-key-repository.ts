import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { ApiKey, ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/ports.ts';
import type { Session } from '#core/access/session.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ApiKeyRow, toApiKey, toApiKeyRow } from '../tables/api-keys.ts';

type Expiring = Readonly<{ before: Date; at: Date; limit: number }>;

// `expires_at is not null` is for the partial index
const CLAIM_EXPIRING = prepare<Expiring>()(($) =>
  db
    .updateTable('api_keys')
    .set({ expiry_announced_at: $('at') })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('api_keys')
        .select('id')
        .where('expires_at', '>', $('at'))
        .where('expires_at', '<', $('before'))
        .where('expires_at', 'is not', null)
        .where('expiry_announced_at', 'is', null)
        .where('revoked_at', 'is', null)
        .orderBy('expires_at')
        .limit($('limit'))
        .forUpdate()
        .skipLocked(),
    )
    .returning(columnNames(ApiKeyRow)),
);

const REMOVE_ALL_OF = prepare<{ userId: ApiKey['userId'] }>()(($) =>
  db.deleteFrom('api_keys').where('user_id', '=', $('userId')).returning('id'),
);

type Revocation = Readonly<{
  userId: ApiKey['userId'];
  /** Null for all. */
  sessions: readonly string[] | null;
  at: Date;
}>;

const REVOKE_ALL_OF = prepare<Revocation>()(($) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: $('at'), updated_at: $('at'), version: (eb) => eb('version', '+', 1) })
    .where('user_id', '=', $('userId'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(${$('sessions')}::text[] is null or created_by_session = any(${$('sessions')}::text[]))`)
    .returning(columnNames(ApiKeyRow)),
);

const LOCK_CREATED_BY = prepare<{ ids: readonly ApiKeyId[] }>()(($) =>
  db
    .selectFrom('api_keys')
    .select(columnNames(ApiKeyRow))
    .where(sql<boolean>`created_by_key = any(${$('ids')}::text[])`)
    .orderBy('id')
    .forUpdate(),
);

export class PostgresApiKeyRepository implements ApiKeyRepository {
  readonly #session: TransactionSession;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(session: TransactionSession, noteCredentialChange: (id: string) => void) {
    this.#session = session;
    this.#noteCredentialChange = noteCredentialChange;
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
    if (key.kind === 'publishable') this.#noteCredentialChange(key.id);
  }

  // an update of an entity would skip a change of the version alone
  async save(key: ApiKey): Promise<void> {
    const { id, last_used_at: _recordedSeparately, ...changes } = toApiKeyRow(key);
    const saved = await this.#session.em.nativeUpdate(ApiKeyRow, { id, version: key.version - 1 }, changes);
    if (saved === 0) throw conflict(`Key ${key.id} was changed by another request.`);
    this.#noteCredentialChange(key.id);
  }

  async claimExpiring(query: Expiring): Promise<readonly ApiKey[]> {
    return (await this.#session.query(CLAIM_EXPIRING(query))).map(toApiKey);
  }

  async revokeAllOf(
    userId: ApiKey['userId'],
    { createdBy, at }: Readonly<{ createdBy: readonly Session['id'][] | undefined; at: Date }>,
  ): Promise<readonly ApiKey[]> {
    const revoked = await this.#session.query(REVOKE_ALL_OF({ userId, sessions: createdBy ?? null, at }));
    this.#noteCredentialChange(userId);
    return revoked.map(toApiKey);
  }

  async listCreatedBy(ids: readonly ApiKeyId[]): Promise<readonly ApiKey[]> {
    return (await this.#session.query(LOCK_CREATED_BY({ ids }))).map(toApiKey);
  }

  async removeAllOf(userId: ApiKey['userId']): Promise<readonly ApiKeyId[]> {
    const removed = await this.#session.query(REMOVE_ALL_OF({ userId }));
    this.#noteCredentialChange(userId);
    return removed.map(({ id }) => id);
  }
}
