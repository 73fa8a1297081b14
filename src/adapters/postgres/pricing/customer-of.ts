import { type RawBuilder, sql } from 'kysely';

/**
 * The customer of a key: a user, or a guest by e-mail. A guest with the e-mail of a user's account is that user. Both columns
 * are null for an unknown customer.
 */
export const customerOf = (key: string | null): RawBuilder<unknown> => sql`
  select u.id as user_id, coalesce(u.email_key, ${key}::text) collate "C" as email_key
  from (values (1)) as one left join users u on u.id = ${key}::text or u.email_key = ${key}::text`;
