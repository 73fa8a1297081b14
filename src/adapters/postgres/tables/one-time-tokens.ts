import { p } from '@mikro-orm/postgresql';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { OneTimeToken } from '#core/users/ports.ts';
import { id, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  hash: p.text().$type<TokenHash>().primary(),
  purpose: p.text().$type<OneTimeToken['purpose']>(),
  user_id: id<'usr'>(),
  email_key: p.text(),
  expires_at: timestamp(),
});

export const OneTimeTokenRow = table('one_time_tokens', copied.columns);

export type OneTimeTokenRow = Row<typeof OneTimeTokenRow>;

export const toOneTimeTokenRow: (token: OneTimeToken) => OneTimeTokenRow = copied.toColumns;

export const toOneTimeToken: (row: OneTimeTokenRow) => OneTimeToken = copied.toProperties;
