import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserId } from '#core/users/user.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/** Any numbers that no other program uses. */
const CUSTOMER_LOCKS = 7_263_541_910n;
const GUEST_LOCKS = 7_263_541_911n;

export const LOCK_CUSTOMER = prepare<{ userId: UserId }>()(($) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${$('userId')}::text, ${sql.lit(CUSTOMER_LOCKS)}))`.as('locked'),
  ),
);

/** By the index on customers' unpaid orders. */
export const COUNT_UNPAID = prepare<{ userId: UserId }>()(($) =>
  db
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', $('userId'))
    .where('is_by_customer', '=', sql.lit(true))
    .where('status', '=', sql.lit('open'))
    .where(sql<SqlBool>`payment_status in ('unpaid', 'partially_paid')`),
);

type GuestKeys = Readonly<{ emailKey: string | null; client: string }>;

const guestLock = (key: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${key}::text, ${sql.lit(GUEST_LOCKS)}))`;

/** The e-mail first in every transaction. */
export const LOCK_GUEST = prepare<GuestKeys>()(($) =>
  db
    .selectNoFrom(guestLock(sql`'e-mail ' || coalesce(${$('emailKey')}::text, '')`).as('email_locked'))
    .select(guestLock(sql`'client ' || ${$('client')}::text`).as('client_locked')),
);

const UNPAID_OF_GUESTS = sql<SqlBool>`guest_client is not null and status = 'open'
  and payment_status in ('unpaid', 'partially_paid')`;

// a subquery per order, which an index answers; a join might scan the items of all orders
const STOCK_OF_ORDER = sql`(
  select sum(quantity) from order_items where order_items.order_id = orders.id and is_from_stock)`;

const countUnpaid = () =>
  db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`coalesce(sum(${STOCK_OF_ORDER}), 0)::double precision`.as('stock'),
    ])
    .where(UNPAID_OF_GUESTS);

/** By the indexes on guests' unpaid orders. */
export const COUNT_UNPAID_OF_GUEST = prepare<GuestKeys>()(($) =>
  db
    .selectFrom(countUnpaid().where('email_key', '=', $('emailKey')).as('of_email'))
    .crossJoin(countUnpaid().where('guest_client', '=', $('client')).as('of_client'))
    .select([
      'of_email.orders as email_orders',
      'of_email.stock as email_stock',
      'of_client.orders as client_orders',
      'of_client.stock as client_stock',
    ]),
);
