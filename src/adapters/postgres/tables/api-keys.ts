import { p } from '@mikro-orm/postgresql';
import type { ApiKey, KeyKind } from '#core/access/api-key.ts';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Scope } from '#core/access/scope.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { id, jsonb, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'key'>().primary(),
  version: p.integer().version(),
  kind: p.text().$type<KeyKind>(),
  user_id: id<'usr'>(),
  created_by_session: id<'ses'>().strictNullable(),
  created_by_key: id<'key'>().strictNullable(),
  name: p.text(),
  prefix: p.text(),
  hash: p.text().$type<TokenHash>(),
  scopes: jsonb<readonly Scope[]>(),
  allowed_ips: jsonb<readonly string[]>().strictNullable(),
  allowed_origins: jsonb<readonly string[]>().strictNullable(),
  expires_at: timestamp().strictNullable(),
  expiry_announced_at: timestamp().strictNullable(),
  revoked_at: timestamp().strictNullable(),
  last_used_at: timestamp().strictNullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const ApiKeyRow = table('api_keys', {
  ...copied.columns,
  // calls/seconds
  rate_limit: p.text().strictNullable(),
});

export type ApiKeyRow = Row<typeof ApiKeyRow>;

export const toApiKeyRow = (key: ApiKey): ApiKeyRow => ({
  ...copied.toColumns(key),
  rate_limit: key.rateLimit && RateLimit.format(key.rateLimit),
});

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  ...copied.toProperties(row),
  rateLimit: toRateLimit(row.rate_limit),
});

export const toRateLimit = (text: string | null): RateLimit | null =>
  text === null ? null : (RateLimit.parse(text) ?? null);
