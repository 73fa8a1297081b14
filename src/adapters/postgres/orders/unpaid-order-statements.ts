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

const RESERVED = sql<number>`(select sum((value->>'quantity')::bigint) from json_array_elements(reservations))`;

/** Subscriptions with goods that are not paid. */
const countReserved = (isCounted: RawBuilder<SqlBool>) =>
  db
    .selectFrom('subscriptions')
    .select([sql<number>`count(*)::integer`.as('orders'), sql<number>`sum(${RESERVED})::double precision`.as('stock')])
    .where(sql<SqlBool>`collection = 'charge' and json_array_length(reservations) > 0`)
    .where(isCounted);

/** What trials will take before it is paid. */
const countTrials = (userId: RawBuilder<unknown>) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('products as t', 't.id', 'p.product_id')
    .select([
      sql<number>`0`.as('orders'),
      sql<number>`sum(case p.pricing when 'flat' then least(1, s.quantity) else s.quantity end)::double precision`.as(
        'stock',
      ),
    ])
    .where(sql<SqlBool>`s.collection = 'charge' and s.status <> 'cancelled' and s.latest_invoice_id is null`)
    .where(sql<SqlBool>`p.usage is null and t.stock is not null and s.user_id = ${userId}`);

const OF_BUYER = [
  sql<number>`sum(of_buyer.orders)::integer`.as('buyer_orders'),
  sql<number>`sum(of_buyer.stock)`.as('buyer_stock'),
] as const;

const ofClient = (client: RawBuilder<unknown>) =>
  db
    .selectFrom(
      countWhere(sql`guest_client = ${client}`)
        .unionAll(countReserved(sql`goods_client = ${client}`))
        .as('counted'),
    )
    .select([sql<number>`sum(orders)::integer`.as('client_orders'), sql<number>`sum(stock)`.as('client_stock')])
    .as('of_client');

export const COUNT_OF_CUSTOMER = prepare<UnpaidBuyer>()(($) => {
  const userId = sql`${$('userId')}`;
  const ofBuyer = countWhere(sql`is_by_customer and user_id = ${userId}`)
    .unionAll(countReserved(sql`user_id = ${userId}`))
    .unionAll(countTrials(userId));
  return db
    .selectFrom(ofBuyer.as('of_buyer'))
    .select(OF_BUYER)
    .crossJoin(ofClient(sql`${$('client')}`))
    .select(['client_orders', 'client_stock'])
    .groupBy(['client_orders', 'client_stock']);
});

export const COUNT_OF_GUEST = prepare<UnpaidBuyer>()(($) =>
  db
    .selectFrom(countWhere(sql`guest_secret_hash is not null and email_key = ${$('emailKey')}`).as('of_buyer'))
    .select(['of_buyer.orders as buyer_orders', 'of_buyer.stock as buyer_stock'])
    .crossJoin(ofClient(sql`${$('client')}`))
    .select(['client_orders', 'client_stock']),
);
