import { defineEntity, p } from '@mikro-orm/postgresql';

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
