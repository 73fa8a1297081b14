import { type RawBuilder, sql } from 'kysely';

/**
 * The customer of a key: a user, or a guest by e-mail. A guest with the e-mail that a user has proved is that user; before,
 * the user is not known by it, since it may be a stranger's. Both columns are null for an unknown customer.
 */
export const customerOf = (key: string | null): RawBuilder<unknown> => sql`
  select u.id as user_id, case
    when u.id is null then ${key}::text
    when u.email_verified_at is not null then u.email_key end collate "C" as email_key
  from (values (1)) as one left join users u
    on u.id = ${key}::text or u.email_key = ${key}::text and u.email_verified_at is not null`;
