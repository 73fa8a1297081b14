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

const HELD = sql<number>`coalesce((
  select sum((value->>'quantity')::bigint) from json_array_elements(s.reservations)
  where value->>'isReleased' is null), 0)`;

/** Of plans of subscriptions by an alias for the plan, one for its product, and the quantity. */
const taken = (plan: string, product: string, quantity: string) => {
  const [isFlat, isOfGoods] = [sql.ref(`${plan}.pricing`), sql.ref(`${product}.stock`)];
  return sql<number>`case
    when ${isOfGoods} is null or ${sql.ref(`${plan}.usage`)} is not null then 0
    when ${isFlat} = 'flat' then least(1, ${sql.ref(quantity)})
    else coalesce(${sql.ref(quantity)}, 0) end`;
};

const TO_COME = sql<number>`greatest(${taken('p', 't', 's.quantity')}, ${taken('np', 'nt', 's.next_quantity')})`;

/** Subscriptions that are charged: what each holds, and that or what its next periods take. */
const goodsOf = (isCounted: RawBuilder<SqlBool>, changed: RawBuilder<unknown>) =>
  db
    .selectFrom('subscriptions as s')
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .leftJoin('products as t', 't.id', 'p.product_id')
    .leftJoin('plans as np', 'np.id', 's.next_plan_id')
    .leftJoin('products as nt', 'nt.id', 'np.product_id')
    .select([
      HELD.as('held'),
      sql<number>`greatest(${HELD}, case when ${TO_COME} > s.paid_goods then ${TO_COME} else 0 end)`.as('counted'),
    ])
    .where(sql<SqlBool>`s.collection = 'charge' and s.status <> 'cancelled' and s.id is distinct from ${changed}`)
    .where(isCounted);

const sumOf = (column: 'held' | 'counted') =>
  [
    sql<number>`(count(*) filter (where ${sql.ref(column)} > 0))::integer`.as('orders'),
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::double precision`.as('stock'),
  ] as const;

const OF_BUYER = [
  sql<number>`sum(of_buyer.orders)::integer`.as('buyer_orders'),
  sql<number>`sum(of_buyer.stock)`.as('buyer_stock'),
] as const;

/** Orders, and what subscriptions hold; beside it what these take. */
const ofClient = (client: RawBuilder<unknown>, changed: RawBuilder<unknown>) =>
  db
    .selectFrom(countWhere(sql`guest_client = ${client}`).as('o'))
    .crossJoin(
      db
        .selectFrom(goodsOf(sql`s.goods_client = ${client}`, changed).as('goods'))
        .select([
          ...sumOf('held'),
          sql<number>`(count(*) filter (where counted > 0 and held = 0))::integer`.as('orders_to_come'),
          sql<number>`coalesce(sum(counted - held), 0)::double precision`.as('stock_to_come'),
        ])
        .as('g'),
    )
    .select([
      sql<number>`o.orders + g.orders`.as('client_orders'),
      sql<number>`o.stock + g.stock`.as('client_stock'),
      'g.orders_to_come',
      'g.stock_to_come',
    ])
    .as('of_client');

const OF_CLIENT = ['client_orders', 'client_stock', 'orders_to_come', 'stock_to_come'] as const;

export const COUNT_OF_CUSTOMER = prepare<UnpaidBuyer>()(($) => {
  const [userId, changed] = [sql`${$('userId')}`, sql`${$('changed')}::text`];
  const ofBuyer = countWhere(sql`is_by_customer and user_id = ${userId}`).unionAll(
    db.selectFrom(goodsOf(sql`s.user_id = ${userId}`, changed).as('goods')).select(sumOf('counted')),
  );
  return db
    .selectFrom(ofBuyer.as('of_buyer'))
    .select(OF_BUYER)
    .crossJoin(ofClient(sql`${$('client')}`, changed))
    .select(OF_CLIENT)
    .groupBy(OF_CLIENT);
});

export const COUNT_OF_GUEST = prepare<UnpaidBuyer>()(($) =>
  db
    .selectFrom(countWhere(sql`guest_secret_hash is not null and email_key = ${$('emailKey')}`).as('of_buyer'))
    .select(['of_buyer.orders as buyer_orders', 'of_buyer.stock as buyer_stock'])
    .crossJoin(ofClient(sql`${$('client')}`, sql`${$('changed')}::text`))
    .select(OF_CLIENT),
);
