import { ApiKey } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { Credential } from '#core/access/credential.ts';
import type { CredentialId, CredentialQueries } from '#core/access/ports.ts';
import { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { Id } from '#core/shared/id.ts';
import type { User } from '#core/users/user.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryCredentialQueries implements CredentialQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findByHash(hash: TokenHash): Promise<Credential | undefined> {
    const key = this.#store.apiKeys.find((row) => row.hash === hash);
    if (key !== undefined) {
      const kind = key.kind === 'publishable' ? 'publishable_key' : 'api_key';
      return Credential.of({ ...key, kind, user: this.#user(key.userId) });
    }
    const session = this.#store.sessions.find((row) => row.hash === hash);
    if (session === undefined) return undefined;
    const factors = this.#store.secondFactors.filter(({ userId }) => userId === session.userId);
    const hasSecondFactor = factors.some(SecondFactor.isActive);
    const unrestricted = { scopes: null, allowedIps: null, revokedAt: null };
    const user = this.#user(session.userId);
    const usedAt = session.lastUsedAt ?? session.createdAt;
    return Credential.of({ kind: 'session', ...unrestricted, ...session, user, hasSecondFactor, usedAt });
  }

  async allowedOrigins(at: Date): Promise<readonly string[]> {
    const live = this.#store.apiKeys.filter(
      (key) => ApiKey.stateOf(key, at) === 'active' && this.#user(key.userId).status === 'active',
    );
    return [...new Set(live.flatMap(({ allowedOrigins }) => allowedOrigins ?? []))];
  }

  async recordUse(uses: ReadonlyMap<CredentialId, Date>): Promise<void> {
    const { apiKeys, sessions } = this.#store;
    const isEarlier = (used: Date | null, at: Date): boolean => used === null || used < at;
    for (const [id, at] of uses) {
      if (Id.is('ses', id)) {
        const session = sessions.get(id);
        if (session !== undefined && isEarlier(session.lastUsedAt, at))
          sessions.set(id, { ...session, lastUsedAt: at });
      } else {
        const key = apiKeys.get(id);
        if (key !== undefined && isEarlier(key.lastUsedAt, at)) apiKeys.set(id, { ...key, lastUsedAt: at });
      }
    }
  }

  async removeExpiredSessions(before: Date): Promise<void> {
    this.#store.sessions.deleteWhere(({ expiresAt }) => expiresAt < before);
  }

  #user(id: User['id']): User {
    const user = this.#store.users.get(id);
    if (user === undefined) throw new Error(`A credential refers to the unknown user ${id}.`);
    return user;
  }
}
