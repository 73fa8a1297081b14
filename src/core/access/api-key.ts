import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Scope } from './scope.ts';

export type ApiKeyId = Id<'key'>;

/** A key that programs call with; the key itself is known to its holder alone. */
export type ApiKey = Readonly<{
  id: ApiKeyId;
  version: number;
  /** Whose permissions bound the key's. */
  userId: Id<'usr'>;
  name: string;
  /** The first characters of the key, to tell keys apart. */
  prefix: string;
  hash: TokenHash;
  scopes: readonly Scope[];
  /** Addresses and CIDR blocks that it may be used from; null for anywhere. */
  allowedIps: readonly string[] | null;
  expiresAt: Date | null;
  /** When it was told that the key is about to end; null as long as that is to be told. */
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

  /** `active`, `expired` or `revoked`, at a time. */
  stateOf: (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, at: Date): 'active' | 'expired' | 'revoked' => {
    if (key.revokedAt !== null) return 'revoked';
    return key.expiresAt !== null && key.expiresAt <= at ? 'expired' : 'active';
  },

  /** Ends the key for good; a key that has ended stays as it is. */
  revoke: (key: ApiKey, at: Date): ApiKey =>
    key.revokedAt === null ? { ...key, version: key.version + 1, revokedAt: at, updatedAt: at } : key,

  /**
   * Lets the key end at a time, and no later than it would have; whoever asks for this knows that it is about to end.
   * @throws DomainError `invalid_state` for a key that has ended.
   */
  endBy: (key: ApiKey, end: Date, at: Date): ApiKey => {
    const state = ApiKey.stateOf(key, at);
    if (state !== 'active') throw invalidState(`The key is ${state}.`, state);
    const expiresAt = key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
    return { ...key, version: key.version + 1, expiresAt, expiryToldAt: key.expiryToldAt ?? at, updatedAt: at };
  },
};
