import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { ApiKey, KeyKind } from './api-key.ts';

/** The API's view of a key. */
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

/** The filters of the list of API keys. */
export const apiKeyList = describeList<ApiKeyView>()({ filters: idsFilter('API keys', 'key'), ...newestFirst });
