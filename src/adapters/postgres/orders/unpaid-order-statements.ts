import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UnpaidBuyer } from '#core/orders/guest.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/** Any number that no other program uses. */
const LOCKS = 7_263_541_910n;

const lock = (key: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${key}::text, ${sql.lit(LOCKS)}))`;

/** The buyer first in every transaction. */
export const LOCK_BUYER = prepare<UnpaidBuyer>()(($) =>
  db
    .selectNoFrom(lock(sql`'buyer ' || coalesce(${$('userId')}::text, ${$('emailKey')}::text, '')`).as('buyer_locked'))
    .select(lock(sql`'client ' || ${$('client')}::text`).as('client_locked')),
);

const IS_UNPAID = sql<SqlBool>`status = 'open' and payment_status in ('unpaid', 'partially_paid')`;

// a subquery per order, which an index answers; a join might scan the items of all orders
const STOCK_OF_ORDER = sql`(
  select sum(quantity) from order_items where order_items.order_id = orders.id and is_from_stock)`;

/** By the indexes on unpaid orders. */
const countWhere = (isCounted: RawBuilder<SqlBool>) =>
  db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`coalesce(sum(${STOCK_OF_ORDER}), 0)::double precision`.as('stock'),
    ])
    .where(IS_UNPAID)
    .where(isCounted);

const countBoth = (ofBuyer: RawBuilder<SqlBool>, client: RawBuilder<unknown>) =>
  db
    .selectFrom(countWhere(ofBuyer).as('of_buyer'))
    .crossJoin(countWhere(sql`guest_client = ${client}`).as('of_client'))
    .select([
      'of_buyer.orders as buyer_orders',
      'of_buyer.stock as buyer_stock',
      'of_client.orders as client_orders',
      'of_client.stock as client_stock',
    ]);

export const COUNT_OF_CUSTOMER = prepare<UnpaidBuyer>()(($) =>
  countBoth(sql`is_by_customer and user_id = ${$('userId')}`, sql`${$('client')}`),
);

export const COUNT_OF_GUEST = prepare<UnpaidBuyer>()(($) =>
  countBoth(sql`guest_secret_hash is not null and email_key = ${$('emailKey')}`, sql`${$('client')}`),
);
