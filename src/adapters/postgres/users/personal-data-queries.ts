import type { SessionView } from '#core/access/session-view.ts';
import type { Json } from '#core/shared/page.ts';
import {
  MAX_EXPORTED_EVENT_CHARACTERS,
  MAX_EXPORTED_ROWS,
  type PersonalData,
  type PersonalDataQueries,
} from '#core/users/personal-data-queries.ts';
import type { UserId } from '#core/users/user.ts';
import { API_KEY_VIEW } from '../access/access-queries.ts';
import { AUDIT_ENTRY_VIEW } from '../audit/audit-log.ts';
import type { Database } from '../connection/database.ts';
import { EVENT_VIEW } from '../events/event-statements.ts';
import { ORDER_ENTRY_VIEWS, ORDER_VIEW } from '../orders/order-views.ts';
import { PAYMENT_VIEW, REFUND_VIEW } from '../payments/payment-views.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { USER_VIEW } from './user-queries.ts';

type SessionExport = Pick<SessionView, 'id' | 'object' | 'created_at' | 'expires_at'>;

const session = columnsOf<{ t: 'sessions' }>();

const SESSION_EXPORT = jsonView<SessionExport>()({
  id: session('t.id'),
  object: literal('session'),
  created_at: utcText(session('t.created_at')),
  expires_at: utcText(session('t.expires_at')),
});

/** A JSON array of the views of rows, in an order. The join of a view adds the row `json`. */
const jsonArray = (rows: string, lateralJoinSql: string, order: string): string =>
  `(select coalesce(json_agg(row_to_json(json) order by ${order}), '[]') from ${rows} t ${lateralJoinSql})`;

const NEWEST = `order by created_at desc, id desc limit ${MAX_EXPORTED_ROWS}`;

const ORDERS = `(
  select * from orders where user_id = $1 or (
    user_id is null and email_key = (select email_key from users where id = $1 and email_verified_at is not null)
  ) ${NEWEST})`;

const ORDER_IDS = `array(select id from ${ORDERS} o)`;

const PAYMENTS = `(select * from payments where order_id = any(${ORDER_IDS}) ${NEWEST})`;

const PAYMENT_IDS = `array(select id from ${PAYMENTS} p)`;

const REFUNDS = `(
  select * from payment_operations where payment_id = any(${PAYMENT_IDS}) and kind = 'refund' ${NEWEST})`;

const TIMELINE = `(select * from order_timeline where order_id = any(${ORDER_IDS}) ${NEWEST})`;

// `total_characters` minus its own size is the size of all newer events, so at least one event is exported
const EVENTS = `(
  select * from (
    select *, sum(length(data::text) + length(previous::text)) over (order by created_at desc, id desc) as total_characters
    from events where resource_id = any(array(select id from api_keys where user_id = $1) || ${ORDER_IDS} || ${PAYMENT_IDS} || $1::text)
  ) newest where total_characters - length(data::text) - length(previous::text) < ${MAX_EXPORTED_EVENT_CHARACTERS})`;

// the user's own events first
const EVENT_ORDER = 't.resource_id = $1 desc, t.resource_id, t.sequence';

// a union instead of `or`: each part uses its own index; an entry in both parts is listed once
const AUDIT_ENTRIES = `(
  select * from audit_log where id in (
    (select id from audit_log where actor_user_id = $1 ${NEWEST})
    union
    (select id from audit_log where resource_id = $1 ${NEWEST})
  ) ${NEWEST})`;

// raw SQL: it joins nine views by their text, and runs only when a user's data is exported; `json` is the user's row here
const COLLECT = `
  select json_build_object(
    'user', row_to_json(json),
    'sessions', ${jsonArray('(select * from sessions where user_id = $1)', SESSION_EXPORT.lateralJoinSql, 't.created_at, t.id')},
    'api_keys', ${jsonArray('(select * from api_keys where user_id = $1)', API_KEY_VIEW.lateralJoinSql, 't.created_at, t.id')},
    'orders', ${jsonArray(ORDERS, ORDER_VIEW.lateralJoinSql, 't.created_at desc, t.id desc')},
    'order_timeline', ${jsonArray(TIMELINE, ORDER_ENTRY_VIEWS.buyer.lateralJoinSql, 't.created_at desc, t.id desc')},
    'payments', ${jsonArray(PAYMENTS, PAYMENT_VIEW.lateralJoinSql, 't.created_at desc, t.id desc')},
    'refunds', ${jsonArray(REFUNDS, REFUND_VIEW.lateralJoinSql, 't.created_at desc, t.id desc')},
    'events', ${jsonArray(EVENTS, EVENT_VIEW.lateralJoinSql, EVENT_ORDER)},
    'audit_log', ${jsonArray(AUDIT_ENTRIES, AUDIT_ENTRY_VIEW.lateralJoinSql, 't.created_at desc, t.id desc')}
  )::text as data
  from users t ${USER_VIEW.lateralJoinSql} where t.id = $1`;

export class PostgresPersonalDataQueries implements PersonalDataQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async collect(id: UserId): Promise<Json<PersonalData> | undefined> {
    const [row] = await this.#database.query<{ data: Json<PersonalData> }>({ text: COLLECT, values: [id] });
    return row?.data;
  }
}
