import { p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { OneTimeToken } from '#core/users/ports.ts';
import { id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const OneTimeTokenRow = table('one_time_tokens', {
  hash: p.text().$type<TokenHash>().primary(),
  purpose: p.text().$type<OneTimeToken['purpose']>(),
  user_id: id<'usr'>(),
  email_key: p.text(),
  expires_at: timestamp(),
});

export type OneTimeTokenRow = Row<typeof OneTimeTokenRow>;

export const toOneTimeTokenRow = (token: OneTimeToken): OneTimeTokenRow => ({
  hash: token.hash,
  purpose: token.purpose,
  user_id: token.userId,
  email_key: token.emailKey,
  expires_at: token.expiresAt,
});

export const toOneTimeToken = (row: OneTimeTokenRow): OneTimeToken => ({
  hash: row.hash,
  purpose: row.purpose,
  userId: row.user_id,
  emailKey: row.email_key,
  expiresAt: row.expires_at,
});
