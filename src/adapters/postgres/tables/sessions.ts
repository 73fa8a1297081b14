import { p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Session } from '#core/access/session.ts';
import { id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const SessionRow = table('sessions', {
  id: id<'ses'>().primary(),
  user_id: id<'usr'>(),
  hash: p.text().$type<TokenHash>(),
  user_agent: p.text().strictNullable(),
  ip: p.text().strictNullable(),
  created_at: timestamp(),
  expires_at: timestamp(),
});

export type SessionRow = Row<typeof SessionRow>;

export const toSessionRow = (session: Session): SessionRow => ({
  id: session.id,
  user_id: session.userId,
  hash: session.hash,
  user_agent: session.userAgent,
  ip: session.ip,
  created_at: session.createdAt,
  expires_at: session.expiresAt,
});

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  hash: row.hash,
  userAgent: row.user_agent,
  ip: row.ip,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
