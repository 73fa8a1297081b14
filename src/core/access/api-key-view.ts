import type { ApiKey, ApiKeyId } from './api-key.ts';

/** The API's view of a key. */
export type ApiKeyView = Readonly<{
  id: ApiKeyId;
  object: 'api_key';
  user_id: string;
  name: string;
  prefix: string;
  scopes: readonly string[];
  allowed_ips: readonly string[] | null;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
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
  version: key.version,
  created_at: key.createdAt.toISOString(),
  updated_at: key.updatedAt.toISOString(),
});
