import { defineEntity, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { ClaimedMailRequest } from '#core/users/mail-request.ts';
import { bigint, id, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const MailRequestRow = defineEntity({
  name: 'MailRequestRow',
  tableName: 'mail_requests',
  properties: {
    id: bigint().$type<GeneratedAlways<string>>().generated('identity').primary(),
    purpose: p.text().$type<ClaimedMailRequest['purpose']>(),
    email_key: p.text(),
    user_id: id<'usr'>().strictNullable(),
    attempts: p.integer().default(0),
    due_at: timestamp(),
    created_at: timestamp(),
  },
});

type MailRequestRow = Row<typeof MailRequestRow>;

export const toClaimedMailRequest = (row: Omit<MailRequestRow, 'due_at' | 'created_at'>): ClaimedMailRequest => ({
  id: row.id,
  purpose: row.purpose,
  emailKey: row.email_key,
  userId: row.user_id,
  attempts: row.attempts,
});
