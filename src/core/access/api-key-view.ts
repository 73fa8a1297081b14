import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { ApiKey } from './api-key.ts';

/** The API's view of a key. */
export type ApiKeyView = ResourceView<ApiKey, 'api_key'> &
  Readonly<{
    user_id: string;
    name: string;
    prefix: string;
    scopes: readonly string[];
    allowed_ips: readonly string[] | null;
    last_used_at: string | null;
    expires_at: string | null;
    revoked_at: string | null;
  }>;

export const apiKeyView = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  object: 'api_key',
  user_id: key.userId,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  allowed_ips: key.allowedIps,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  ...versionView(key),
});
