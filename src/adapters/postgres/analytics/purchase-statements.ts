import { sql } from 'kysely';
import type { Purchase } from '#core/analytics/sale.ts';
import type { OrderId } from '#core/orders/order.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import type { AnalyticsPurchaseRow } from '../tables/analytics-purchases.ts';

/** The purchase of an order as JSON; its buyer is null if the order does not count. */
export type StoredPurchase = Readonly<{ order_id: OrderId; buyer: string | null; at: Purchase['at'] | null }>;

type Changes = Readonly<{ generation: number; rows: readonly StoredPurchase[] }>;

const rowsIn = (json: readonly (StoredPurchase | PurchasePosition)[]) =>
  sql`json_to_recordset(${json}) as r (order_id text, buyer text, at timestamptz(3))`;

/** The position of a purchase among those of its buyer. */
export type PurchasePosition = Pick<AnalyticsPurchaseRow, 'order_id' | 'buyer' | 'at'>;

/** The purchases of the buyer of a row. */
const ofBuyer = (row: 'p' | 'c' | 'a', $: Placeholders<{ generation: number }>) =>
  sql`analytics_purchases s where s.generation = ${$('generation')} and s.buyer = ${sql.ref(`${row}.buyer`)}`;

/**
 * Saves purchases. Most are new and the last of their buyers: they are saved with `first_at` and `previous_at`. For all others,
 * returns their former and present positions, for `ORDER_PURCHASES`.
 */
export const REPLACE_PURCHASES = prepare<Changes>()<PurchasePosition>(($) => ({
  compile: () =>
    sql<PurchasePosition>`
      with changed as materialized (
        select r.*, p.buyer as former_buyer, p.at as former_at
        from ${rowsIn($.json('rows'))} left join analytics_purchases p
          on p.generation = ${$('generation')} and p.order_id = r.order_id
        where (p.buyer, p.at) is distinct from (r.buyer, r.at)
      ), removed as (
        delete from analytics_purchases p using changed c
        where p.generation = ${$('generation')} and p.order_id = c.order_id and c.buyer is null
      ), placed as materialized (
        select c.*, l.first_at, l.at as last_at, former_buyer is not null or count(*) over (partition by c.buyer) > 1
          or (l.at, l.order_id) > (c.at, c.order_id) as is_unordered
        from changed c left join lateral (
          select s.at, s.order_id, s.first_at from ${ofBuyer('c', $)} order by s.at desc, s.order_id desc limit 1) l on true
        where c.buyer is not null
      ), saved as (
        insert into analytics_purchases (generation, order_id, buyer, at, first_at, previous_at)
        select ${$('generation')}, order_id, buyer, at, coalesce(first_at, at), last_at from placed
        on conflict (generation, order_id) do update set buyer = excluded.buyer, at = excluded.at
      )
      select order_id, buyer, at from placed where is_unordered
      union all select order_id, former_buyer, former_at from changed where former_buyer is not null`.compile(db),
}));

type Positions = Readonly<{ generation: number; positions: readonly PurchasePosition[] }>;

/**
 * Computes `first_at` and `previous_at` of the purchases at these positions and of the next ones, and of all purchases of a buyer
 * whose first purchase has changed. Returns the orders whose values have changed.
 */
export const ORDER_PURCHASES = prepare<Positions>()<{ order_id: OrderId }>(($) => ({
  compile: () =>
    sql<{ order_id: OrderId }>`
      with positions as materialized (
        select * from ${rowsIn($.json('positions'))}
      ), firsts as materialized (
        select p.buyer, f.at as first_at, bool_or((p.at, p.order_id) <= (f.at, f.order_id)) as is_other
        from positions p cross join lateral (
          select s.at, s.order_id from ${ofBuyer('p', $)} order by s.at, s.order_id limit 1) f
        group by p.buyer, f.at, f.order_id
      ), affected as (
        select a.* from positions p cross join lateral (
          select s.order_id, s.buyer, s.at from ${ofBuyer('p', $)} and (s.at, s.order_id) >= (p.at, p.order_id)
          order by s.at, s.order_id limit 2) a
        union
        select a.* from firsts p cross join lateral (select s.order_id, s.buyer, s.at from ${ofBuyer('p', $)}) a where p.is_other
      ), ordered as (
        select a.order_id, f.first_at, (
          select s.at from ${ofBuyer('a', $)} and (s.at, s.order_id) < (a.at, a.order_id)
          order by s.at desc, s.order_id desc limit 1) as previous_at
        from affected a join firsts f on f.buyer = a.buyer
      )
      update analytics_purchases p set first_at = o.first_at, previous_at = o.previous_at
      from ordered o
      where p.generation = ${$('generation')} and p.order_id = o.order_id
        and (p.first_at, p.previous_at) is distinct from (o.first_at, o.previous_at)
      returning p.order_id`.compile(db),
}));

export const FIND_PURCHASES = prepare<{ generation: number; ids: readonly OrderId[] }>()<
  Pick<AnalyticsPurchaseRow, 'order_id' | 'first_at' | 'previous_at'>
>(($) =>
  db
    .selectFrom('analytics_purchases')
    .select(['order_id', 'first_at', 'previous_at'])
    .where('generation', '=', $('generation'))
    .where('order_id', '=', anyOf($('ids'))),
);
