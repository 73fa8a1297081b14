import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Scope } from './scope.ts';

export type ApiKeyId = Id<'key'>;

/** An API key; the secret itself is not stored. */
export type ApiKey = Readonly<{
  id: ApiKeyId;
  version: number;
  /** The user whose permissions limit the key's. */
  userId: Id<'usr'>;
  name: string;
  /** The first characters, to recognize the key. */
  prefix: string;
  hash: TokenHash;
  scopes: readonly Scope[];
  /** Allowed addresses and CIDR blocks; null for any. */
  allowedIps: readonly string[] | null;
  expiresAt: Date | null;
  /** When its expiry was announced; null until then. */
  expiryToldAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}>;

type NewApiKey = Pick<ApiKey, 'id' | 'userId' | 'name' | 'prefix' | 'hash' | 'scopes' | 'allowedIps' | 'expiresAt'> & {
  at: Date;
};

export const ApiKey = {
  create: ({ at, ...given }: NewApiKey): ApiKey => ({
    ...given,
    version: 1,
    expiryToldAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: at,
    updatedAt: at,
  }),

  /** `active`, `expired` or `revoked` at a time. */
  stateOf: (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, at: Date): 'active' | 'expired' | 'revoked' => {
    if (key.revokedAt !== null) return 'revoked';
    return key.expiresAt !== null && key.expiresAt <= at ? 'expired' : 'active';
  },

  /** Revokes the key; an ended key is unchanged. */
  revoke: (key: ApiKey, at: Date): ApiKey =>
    key.revokedAt === null ? { ...key, version: key.version + 1, revokedAt: at, updatedAt: at } : key,

  /**
   * Shortens the key's life and suppresses its expiry announcement.
   * @throws DomainError `invalid_state` for an ended key.
   */
  endBy: (key: ApiKey, end: Date, at: Date): ApiKey => {
    const state = ApiKey.stateOf(key, at);
    if (state !== 'active') throw invalidState(`The key is ${state}.`, state);
    const expiresAt = key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
    return { ...key, version: key.version + 1, expiresAt, expiryToldAt: key.expiryToldAt ?? at, updatedAt: at };
  },
};
