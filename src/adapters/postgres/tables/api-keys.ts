import { p } from '@mikro-orm/postgresql';
import type { ApiKey, KeyKind } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Scope } from '#core/access/scope.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { id, jsonb, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const ApiKeyRow = table('api_keys', {
  id: id<'key'>().primary(),
  version: p.integer().version(),
  kind: p.text().$type<KeyKind>(),
  user_id: id<'usr'>(),
  created_by_session: id<'ses'>().strictNullable(),
  name: p.text(),
  prefix: p.text(),
  hash: p.text().$type<TokenHash>(),
  scopes: jsonb<readonly Scope[]>(),
  allowed_ips: jsonb<readonly string[]>().strictNullable(),
  allowed_origins: jsonb<readonly string[]>().strictNullable(),
  // calls/seconds
  rate_limit: p.text().strictNullable(),
  expires_at: timestamp().strictNullable(),
  expiry_announced_at: timestamp().strictNullable(),
  revoked_at: timestamp().strictNullable(),
  last_used_at: timestamp().strictNullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export type ApiKeyRow = Row<typeof ApiKeyRow>;

export const toApiKeyRow = (key: ApiKey): ApiKeyRow => ({
  id: key.id,
  version: key.version,
  kind: key.kind,
  user_id: key.userId,
  created_by_session: key.createdBySession,
  name: key.name,
  prefix: key.prefix,
  hash: key.hash,
  scopes: key.scopes,
  allowed_ips: key.allowedIps,
  allowed_origins: key.allowedOrigins,
  rate_limit: key.rateLimit && RateLimit.format(key.rateLimit),
  expires_at: key.expiresAt,
  expiry_announced_at: key.expiryAnnouncedAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
  created_at: key.createdAt,
  updated_at: key.updatedAt,
});

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  userId: row.user_id,
  createdBySession: row.created_by_session,
  name: row.name,
  prefix: row.prefix,
  hash: row.hash,
  scopes: row.scopes,
  allowedIps: row.allowed_ips,
  allowedOrigins: row.allowed_origins,
  rateLimit: toRateLimit(row.rate_limit),
  expiresAt: row.expires_at,
  expiryAnnouncedAt: row.expiry_announced_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const toRateLimit = (text: string | null): RateLimit | null =>
  text === null ? null : (RateLimit.parse(text) ?? null);
