import type { OneTimeToken, OneTimeTokenQueries, OneTimeTokenRepository } from '#core/users/ports.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import type { MemoryTable, Rows, TableChanges } from '../store/memory-table.ts';
import { requireUser } from './user-repository.ts';

type TokenIdentity = Pick<OneTimeToken, 'hash' | 'purpose'>;

const validToken = (tokens: Rows<string, OneTimeToken>, { hash, purpose }: TokenIdentity, at: Date) => {
  const token = tokens.get(hash);
  return token?.purpose === purpose && token.expiresAt > at ? token : undefined;
};

export const makeOneTimeTokenRepository = (
  tokens: TableChanges<string, OneTimeToken>,
  { users }: StoreChanges,
): OneTimeTokenRepository => ({
  async add(token) {
    requireUser(users, token.userId);
    tokens.deleteWhere(({ userId, purpose }) => userId === token.userId && purpose === token.purpose);
    tokens.set(token.hash, token);
  },

  async consume(identity, at) {
    const token = validToken(tokens, identity, at);
    if (token !== undefined) tokens.delete(token.hash);
    return token;
  },

  async removeAllOf(userId, purpose) {
    tokens.deleteWhere((token) => token.userId === userId && (purpose === undefined || token.purpose === purpose));
  },
});

export const makeOneTimeTokenQueries = (tokens: MemoryTable<string, OneTimeToken>): OneTimeTokenQueries => ({
  has: async (identity, at) => validToken(tokens, identity, at) !== undefined,
  removeExpired: async (before) => void tokens.deleteWhere(({ expiresAt }) => expiresAt < before),
});
