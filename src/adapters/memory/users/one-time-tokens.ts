import type { OneTimeToken, OneTimeTokenQueries, OneTimeTokenRepository } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import type { MemoryUserRepository } from './user-repository.ts';

type TokenIdentity = Pick<OneTimeToken, 'hash' | 'purpose'>;

const validToken = (token: OneTimeToken | undefined, { purpose }: TokenIdentity, at: Date): OneTimeToken | undefined =>
  token !== undefined && token.purpose === purpose && token.expiresAt > at ? token : undefined;

export class MemoryOneTimeTokenRepository implements OneTimeTokenRepository {
  readonly #tokens: TableChanges<string, OneTimeToken>;
  readonly #users: MemoryUserRepository;

  constructor(tokens: TableChanges<string, OneTimeToken>, users: MemoryUserRepository) {
    this.#tokens = tokens;
    this.#users = users;
  }

  async add(token: OneTimeToken): Promise<void> {
    this.#users.requireUser(token.userId);
    this.#removeWhere(({ userId, purpose }) => userId === token.userId && purpose === token.purpose);
    this.#tokens.set(token.hash, token);
  }

  async consume(identity: TokenIdentity, at: Date): Promise<OneTimeToken | undefined> {
    const token = validToken(this.#tokens.get(identity.hash), identity, at);
    if (token !== undefined) this.#tokens.delete(token.hash);
    return token;
  }

  async removeAllOf(userId: UserId): Promise<void> {
    this.#removeWhere((token) => token.userId === userId);
  }

  #removeWhere(matches: (token: OneTimeToken) => boolean): void {
    for (const token of [...this.#tokens.values()]) if (matches(token)) this.#tokens.delete(token.hash);
  }
}

export class MemoryOneTimeTokenQueries implements OneTimeTokenQueries {
  readonly #tokens: MemoryTable<string, OneTimeToken>;

  constructor(tokens: MemoryTable<string, OneTimeToken>) {
    this.#tokens = tokens;
  }

  async has(identity: TokenIdentity, at: Date): Promise<boolean> {
    return validToken(this.#tokens.get(identity.hash), identity, at) !== undefined;
  }

  async removeExpired(before: Date): Promise<void> {
    this.#tokens.deleteWhere(({ expiresAt }) => expiresAt < before);
  }
}
