import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Session } from '#core/access/session.ts';
import { id, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const SessionRow = defineEntity({
  name: 'SessionRow',
  tableName: 'sessions',
  properties: {
    id: id<'ses'>().primary(),
    user_id: id<'usr'>(),
    hash: p.text().$type<TokenHash>(),
    created_at: timestamp(),
    expires_at: timestamp(),
  },
});

export type SessionRow = Row<typeof SessionRow>;

export const toSessionRow = (session: Session): SessionRow => ({
  id: session.id,
  user_id: session.userId,
  hash: session.hash,
  created_at: session.createdAt,
  expires_at: session.expiresAt,
});

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  hash: row.hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
