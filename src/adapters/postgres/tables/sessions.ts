import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Session } from '#core/access/session.ts';

export const SessionRow = defineEntity({
  name: 'SessionRow',
  tableName: 'sessions',
  properties: {
    id: p.text().primary(),
    userId: p.text(),
    hash: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

type SessionRow = InferEntity<typeof SessionRow>;

export const toSession = (row: SessionRow): Session => ({
  id: row.id as Session['id'],
  userId: row.userId as Session['userId'],
  hash: row.hash as TokenHash,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});
