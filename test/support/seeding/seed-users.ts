/** Users of an established shop: most of them active customers. */
export const SEED_USERS = (count: number): string => `
  insert into users (id, email, email_key, name, role, permissions, status, search, search_grams, contact, consents,
    created_at, updated_at)
  select concat('usr_', lpad(n::text, 26, '0')), concat('p', n, '@example.com'), concat('p', n, '@example.com'),
    concat('Person ', n), case when n % 1000 = 0 then 'staff' else 'customer' end, '[]',
    case when n % 500 = 0 then 'disabled' else 'active' end, concat(' person ', n, ' p', n, '@example.com'),
    array[' p', ' pe', 'per', 'ers', 'rso', 'son', substr(concat(' ', n), 1, 3), concat('p', n % 100)],
    concat('''person'' ''', n, '''')::tsvector,
    case when n % 5 = 0 then '{"email_marketing": {"granted": true, "at": "2026-01-01T00:00:00.000Z", "source": "account"}}'
      else '{}' end::jsonb, at, at
  from generate_series(1, ${count}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) t`;
