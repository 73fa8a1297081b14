import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { ApiKey } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Scope } from '#core/access/scope.ts';

export const ApiKeyRow = defineEntity({
  name: 'ApiKeyRow',
  tableName: 'api_keys',
  properties: {
    id: p.text().primary(),
    version: p.integer().version(),
    userId: p.text(),
    name: p.text(),
    prefix: p.text(),
    hash: p.text(),
    scopes: p.json().$type<readonly Scope[]>(),
    allowedIps: p.json().$type<readonly string[]>().nullable(),
    expiresAt: p.datetime(3).nullable(),
    expiryToldAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type ApiKeyRow = InferEntity<typeof ApiKeyRow>;

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id as ApiKey['id'],
  version: row.version,
  userId: row.userId as ApiKey['userId'],
  name: row.name,
  prefix: row.prefix,
  hash: row.hash as TokenHash,
  scopes: row.scopes,
  allowedIps: row.allowedIps ?? null,
  expiresAt: row.expiresAt ?? null,
  expiryToldAt: row.expiryToldAt ?? null,
  revokedAt: row.revokedAt ?? null,
  lastUsedAt: row.lastUsedAt ?? null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
