import { ApiKey, type ApiKeyId } from '#core/access/api-key.ts';
import type { ApiKeyRepository } from '#core/access/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TableChanges } from '../store/memory-table.ts';
import type { MemoryUserRepository } from '../users/user-repository.ts';

export class MemoryApiKeyRepository implements ApiKeyRepository {
  readonly #keys: TableChanges<ApiKeyId, ApiKey>;
  readonly #users: MemoryUserRepository;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(
    keys: TableChanges<ApiKeyId, ApiKey>,
    users: MemoryUserRepository,
    noteCredentialChange: (id: string) => void,
  ) {
    this.#users = users;
    this.#keys = keys;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async get(id: ApiKeyId): Promise<ApiKey> {
    const key = this.#keys.get(id);
    if (key === undefined) throw notFound('API key', id);
    return key;
  }

  async find(id: ApiKeyId): Promise<ApiKey | undefined> {
    return this.#keys.get(id);
  }

  async add(key: ApiKey): Promise<void> {
    this.#users.requireUser(key.userId);
    this.#keys.set(key.id, key);
    if (key.kind === 'publishable') this.#noteCredentialChange(key.id);
  }

  async save(key: ApiKey): Promise<void> {
    const existing = this.#keys.get(key.id);
    if (existing?.version !== key.version - 1) throw conflict(`Key ${key.id} was changed concurrently.`);
    this.#keys.set(key.id, { ...key, lastUsedAt: existing.lastUsedAt });
    this.#noteCredentialChange(key.id);
  }

  async claimExpiring({ before, at, limit }: { before: Date; at: Date; limit: number }): Promise<readonly ApiKey[]> {
    const isDue = ({ expiresAt, expiryAnnouncedAt, revokedAt }: ApiKey): boolean =>
      expiresAt !== null && expiresAt > at && expiresAt < before && expiryAnnouncedAt === null && revokedAt === null;
    const due = [...this.#keys.values()].filter(isDue).slice(0, limit);
    const announced = due.map((key) => ({ ...key, expiryAnnouncedAt: at }));
    for (const key of announced) this.#keys.set(key.id, key);
    return announced;
  }

  async revokeAllOf(
    userId: ApiKey['userId'],
    { createdBy, at }: Parameters<ApiKeyRepository['revokeAllOf']>[1],
  ): Promise<readonly ApiKey[]> {
    const isMeant = (key: ApiKey): boolean =>
      key.userId === userId &&
      key.revokedAt === null &&
      (createdBy === undefined || (key.createdBySession !== null && createdBy.includes(key.createdBySession)));
    const revoked = [...this.#keys.values()].filter(isMeant).map((key) => ApiKey.revoke(key, at));
    for (const key of revoked) this.#keys.set(key.id, key);
    this.#noteCredentialChange(userId);
    return revoked;
  }

  async removeAllOf(userId: ApiKey['userId']): Promise<readonly ApiKeyId[]> {
    const ids = [...this.#keys.values()].filter((key) => key.userId === userId).map(({ id }) => id);
    for (const id of ids) this.#keys.delete(id);
    this.#noteCredentialChange(userId);
    return ids;
  }
}
