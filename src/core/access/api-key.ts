import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Scope } from './scope.ts';

export type ApiKeyId = Id<'key'>;

export const KEY_KINDS = ['secret', 'publishable'] as const;

/** A secret key acts with its scopes. A publishable key may be in the source of a page: it acts as a visitor. */
export type KeyKind = (typeof KEY_KINDS)[number];

/** An API key. Only a hash of its token is stored. */
export type ApiKey = Resource<'key'> &
  Readonly<{
    kind: KeyKind;
    /** The owner: a key never has more scopes than its user. */
    userId: Id<'usr'>;
    /** The session that created the key, itself or through the key that created it; null if no session did. */
    createdBySession: Id<'ses'> | null;
    /** The key that created or rotated it; null if a session or the operator did. */
    createdByKey: ApiKeyId | null;
    name: string;
    /** The first characters of the token: they identify the key in lists. */
    prefix: string;
    hash: TokenHash;
    scopes: readonly Scope[];
    /** Addresses and CIDR blocks that the key may be used from; null for any. */
    allowedIps: readonly string[] | null;
    /** The origins whose pages may use a publishable key; null for a secret key. */
    allowedOrigins: readonly string[] | null;
    /** Null for the rate limit of the service. */
    rateLimit: RateLimit | null;
    expiresAt: Date | null;
    /** When `api_key.expiring` was announced; null until then. */
    expiryAnnouncedAt: Date | null;
    revokedAt: Date | null;
    lastUsedAt: Date | null;
  }>;

type NewApiKey = Pick<
  ApiKey,
  'id' | 'userId' | 'createdBySession' | 'name' | 'prefix' | 'hash' | 'scopes' | 'allowedIps' | 'expiresAt'
> &
  Partial<Pick<ApiKey, 'createdByKey' | 'kind' | 'allowedOrigins' | 'rateLimit'>> & { at: Date };

/** What clients may change of a key. */
export type KeyChange = Partial<Pick<ApiKey, 'name' | 'allowedIps' | 'allowedOrigins' | 'rateLimit'>>;

export const ApiKey = {
  create: ({ at, ...given }: NewApiKey): ApiKey => ({
    ...newResource(given.id, at),
    createdByKey: null,
    kind: 'secret',
    allowedOrigins: null,
    rateLimit: null,
    ...given,
    expiryAnnouncedAt: null,
    revokedAt: null,
    lastUsedAt: null,
  }),

  /** `active`, `expired` or `revoked` at a time. */
  stateOf: (key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, at: Date): 'active' | 'expired' | 'revoked' => {
    if (key.revokedAt !== null) return 'revoked';
    return key.expiresAt !== null && key.expiresAt <= at ? 'expired' : 'active';
  },

  /**
   * What a caller must hold to change or end the key. A publishable key has no scopes, but a shop needs what visitors do with
   * it.
   */
  neededScopes: ({ kind, scopes }: Pick<ApiKey, 'kind' | 'scopes'>): readonly Scope[] =>
    kind === 'publishable' ? ['products:read', 'orders:write'] : scopes,

  /** Revokes the key; a revoked key is returned unchanged. */
  revoke: (key: ApiKey, at: Date): ApiKey => (key.revokedAt === null ? nextVersion(key, { revokedAt: at }, at) : key),

  /** Changes the name and the restrictions. @throws DomainError `invalid_state` for an expired or revoked key. */
  change: (key: ApiKey, change: KeyChange, at: Date): ApiKey => {
    requireActive(key, at);
    return nextVersion(key, change, at);
  },

  /**
   * Brings the expiry forward to a time. The caller knows of it, so `api_key.expiring` is not announced.
   * @throws DomainError `invalid_state` for an expired or revoked key.
   */
  endBy: (key: ApiKey, end: Date, at: Date): ApiKey => {
    requireActive(key, at);
    const expiresAt = key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
    return nextVersion(key, { expiresAt, expiryAnnouncedAt: key.expiryAnnouncedAt ?? at }, at);
  },
};

const requireActive = (key: ApiKey, at: Date): void => {
  const state = ApiKey.stateOf(key, at);
  if (state !== 'active') throw invalidState(`The key is ${state}.`, state);
};

export type ApiKeyView = ResourceView<ApiKey, 'api_key'> &
  Readonly<{
    kind: KeyKind;
    user_id: string;
    name: string;
    prefix: string;
    scopes: readonly string[];
    allowed_ips: readonly string[] | null;
    allowed_origins: readonly string[] | null;
    /** Calls per seconds, such as `600/60`. */
    rate_limit: string | null;
    last_used_at: string | null;
    expires_at: string | null;
    revoked_at: string | null;
  }>;

export const apiKeyView = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  object: 'api_key',
  kind: key.kind,
  user_id: key.userId,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  allowed_ips: key.allowedIps,
  allowed_origins: key.allowedOrigins,
  rate_limit: key.rateLimit && RateLimit.format(key.rateLimit),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  ...versionView(key),
});

export const apiKeyList = describeList<ApiKeyView>()({ filters: idsFilter('API keys', 'key'), ...newestFirst });
