import { p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { Session } from '#core/access/session.ts';
import { id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'ses'>().primary(),
  user_id: id<'usr'>(),
  hash: p.text().$type<TokenHash>(),
  user_agent: p.text().strictNullable(),
  ip: p.text().strictNullable(),
  created_at: timestamp(),
  expires_at: timestamp(),
  last_used_at: timestamp().strictNullable(),
});

export const SessionRow = table('sessions', copied.columns);

export type SessionRow = Row<typeof SessionRow>;

export const toSessionRow: (session: Session) => SessionRow = copied.toColumns;

export const toSession: (row: SessionRow) => Session = copied.toProperties;
