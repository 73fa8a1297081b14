import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { orderNumberOf } from '#core/orders/order-number.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Condition, ParameterValues } from '../lists/condition.ts';
import { contactQueryText } from '../lists/contact-search.ts';
import type { Placeholders } from '../statements/prepare.ts';

/** The most orders that each kind of match finds. */
const MAX_MATCHES = 1_000;

/** The number of no order. */
const NO_NUMBER = '0';

/** Greater than every character of an e-mail address. */
const LAST_CHARACTER = '\u{10ffff}';

const valuesOf = (text: string): ParameterValues => {
  const q = text.trim();
  return {
    q,
    q_number: orderNumberOf(q) ?? NO_NUMBER,
    q_email: emailKey(q),
    q_email_end: emailKey(q) + LAST_CHARACTER,
    q_contact: contactQueryText(q),
  };
};

/** The orders that an index on each field finds, whatever the list is sorted by. */
export const searchCondition = (q: string): Condition => ({
  key: 'q',
  values: valuesOf(q),
  // an array, so that the planner reads these orders by their ids instead of walking the list
  sql: ($) => sql<SqlBool>`t.id = any(array(
    (select id from orders where number = ${$('q_number')}::bigint)
    union all (select id from orders where ${emailBegins('orders', $)} order by email_key limit ${MAX})
    union all (select order_id from order_items where sku = ${$('q')} order by created_at desc limit ${MAX})
    union all (select id from orders where ${isSentAs('orders', $)} limit ${MAX})
    union all (select id from orders where ${isOfContact('orders', $)} limit ${MAX})
    union all (select id from orders where user_id = any(array(
      select id from users where ${isOfContact('users', $)} limit ${MAX})) limit ${MAX})))`,
});

/** The same where another filter, such as the user, leaves few orders. */
export const matchCondition = (q: string): Condition => ({
  key: 'q of few',
  values: valuesOf(q),
  sql: ($) => sql<SqlBool>`(
    t.number = ${$('q_number')}::bigint or (${emailBegins('t', $)}) or (${isSentAs('t', $)}) or ${isOfContact('t', $)}
    or exists (select from users u where u.id = t.user_id and ${isOfContact('u', $)})
    or exists (select from order_items i where i.order_id = t.id and i.sku = ${$('q')}))`,
});

const MAX = sql.lit(MAX_MATCHES);

type Values = Placeholders<ParameterValues>;

const emailBegins = (table: string, $: Values): RawBuilder<SqlBool> => {
  const key = sql.ref(`${table}.email_key`);
  return sql`${key} >= ${$('q_email')} and ${key} < ${$('q_email_end')}`;
};

const isOfContact = (table: string, $: Values): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${table}.contact`)} @@ ${$('q_contact')}::tsquery`;

/** The condition of the index on tracking numbers is part of it. */
const isSentAs = (table: string, $: Values): RawBuilder<SqlBool> => {
  const [status, fulfillments] = [sql.ref(`${table}.fulfillment_status`), sql.ref(`${table}.fulfillments`)];
  return sql`${status} <> 'unfulfilled' and tracking_numbers_of(${fulfillments}) @> array[${$('q')}]`;
};
