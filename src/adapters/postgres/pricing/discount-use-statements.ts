import { type Expression, type RawBuilder, sql } from 'kysely';
import type { DiscountId } from '#core/pricing/discount.ts';
import type { DiscountUser, RefusedUse } from '#core/pricing/ports.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { DiscountRow } from '../tables/discounts.ts';

type Claim = Readonly<{
  ids: readonly DiscountId[];
  /** The limit per customer of each, in the same order. */
  limits: readonly (number | null)[];
  usedBy: DiscountUser;
  customerKey: string | null;
}>;

type Refusal = Readonly<{ id: DiscountId; reason: RefusedUse['reason'] }>;

/** The advisory lock of a discount: claims share it, so that they do not wait for each other. */
const lockKey = (id: Expression<DiscountId>): RawBuilder<unknown> => sql`hashtextextended('discount ' || ${id}, 0)`;

/** Locks the discounts of a query in the order of their ids, so that no claims deadlock behind waiting changes. */
const shareDiscounts = (ids: RawBuilder<unknown>): RawBuilder<never> => sql`
  select pg_advisory_xact_lock_shared(${lockKey(sql.ref('id'))})
  from (select id from ${ids} as discount (id) order by id collate "C" offset 0) as ordered`;

/**
 * Lets claims run together, and not beside a change of one of their discounts, which counts the uses for a new limit. A
 * statement of its own before `CLAIM`, which sees what was committed until the lock.
 */
export const SHARE_CLAIMED = prepare<{ ids: readonly DiscountId[] }>()<never>(($) => ({
  compile: () => shareDiscounts(sql`unnest(${$('ids')}::text[])`).compile(db),
}));

/** The same before `RELEASE`. */
export const SHARE_RELEASED = prepare<{ usedBy: DiscountUser }>()<never>(($) => ({
  compile: () =>
    shareDiscounts(sql`(select discount_id from discount_uses where used_by = ${$('usedBy')})`).compile(db),
}));

/** Waits for all claims of a discount, and keeps others out. */
export const EXCLUDE_CLAIMS = prepare<{ id: DiscountId }>()<never>(($) => ({
  compile: () => sql<never>`select pg_advisory_xact_lock(${lockKey(sql`${$('id')}::text`)})`.compile(db),
}));

/**
 * Records the uses of those discounts that have no limit in total. Most have none, and for them `CLAIM` costs more to plan
 * than to run.
 */
export const CLAIM_UNLIMITED = prepare<Pick<Claim, 'ids' | 'usedBy' | 'customerKey'>>()<{ id: DiscountId }>(($) => ({
  compile: () =>
    sql<{ id: DiscountId }>`
      insert into discount_uses (used_by, discount_id, customer_key)
      select ${$('usedBy')}::text, id, ${$('customerKey')}::text from discounts
      where id = any(${$('ids')}::text[]) and remaining is null
      returning discount_id as id`.compile(db),
}));

/**
 * Discounts with a limit are locked in the order of their ids, so that claims do not deadlock. The first use of a
 * customer under a limit counts the earlier uses, since the limit may be newer.
 */
export const CLAIM = prepare<Claim>()<Refusal>(($) => ({
  compile: () =>
    sql<Refusal>`
      with wanted as (
        select w.id, w.per_customer, d.id is not null as is_present, d.remaining is not null as is_limited
        from unnest(${$('ids')}::text[], ${$('limits')}::integer[]) as w (id, per_customer)
          left join discounts d on d.id = w.id collate "C"
      ), locked as (
        select id from discounts where id in (select id from wanted where is_limited) order by id for no key update
      ), taken as (
        update discounts set remaining = remaining - 1
        where id in (select id from locked) and remaining > 0 returning id
      ), counted as (
        insert into discount_customers as c (discount_id, customer_key, uses)
        select id, ${$('customerKey')}::text, 1 + (
          select count(*) from discount_uses u
          where u.discount_id = wanted.id collate "C" and u.customer_key = ${$('customerKey')})
        from wanted where per_customer is not null and ${$('customerKey')}::text is not null order by id
        on conflict (discount_id, customer_key) do update set uses = c.uses + 1
        returning discount_id, uses
      ), recorded as (
        insert into discount_uses (used_by, discount_id, customer_key)
        select ${$('usedBy')}::text, id, ${$('customerKey')}::text from wanted
      ), judged as (
        select id, case
          when not is_present or is_limited and not exists (select from taken where taken.id = wanted.id collate "C")
            then 'used_up'
          when per_customer < coalesce(
            (select uses from counted where discount_id = wanted.id collate "C"), per_customer + 1)
            then 'used_up_by_customer' end as reason
        from wanted
      ) select id, reason from judged where reason is not null order by id`.compile(db),
}));

/** What a claim would refuse now. */
export const FIND_USED_UP = prepare<Omit<Claim, 'usedBy'> & Readonly<{ usedBy: DiscountUser | null }>>()<Refusal>(
  ($) => ({
    compile: () =>
      sql<Refusal>`
      with judged as (
        select w.id, case
          when d.id is null or d.remaining + (
            select count(*) from discount_uses own
            where own.used_by = ${$('usedBy')} and own.discount_id = w.id collate "C") <= 0 then 'used_up'
          when w.per_customer <= (
            select count(*) from discount_uses u
            where u.discount_id = w.id collate "C" and u.customer_key = ${$('customerKey')}
              and u.used_by is distinct from ${$('usedBy')}) then 'used_up_by_customer' end as reason
        from unnest(${$('ids')}::text[], ${$('limits')}::integer[]) as w (id, per_customer)
          left join discounts d on d.id = w.id collate "C"
      ) select id, reason from judged where reason is not null order by id`.compile(db),
  }),
);

export const RELEASE = prepare<{ usedBy: DiscountUser }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      with released as (
        delete from discount_uses where used_by = ${$('usedBy')} returning discount_id, customer_key
      ), locked as (
        select id from discounts where id in (select discount_id from released) and remaining is not null
        order by id for no key update
      ), returned as (
        update discounts set remaining = remaining + 1 where id in (select id from locked)
      )
      update discount_customers c set uses = c.uses - 1 from released r
      where c.discount_id = r.discount_id and c.customer_key = r.customer_key`.compile(db),
}));

export const LIST_USED = prepare<{ usedBy: DiscountUser }>()(($) =>
  db.selectFrom('discount_uses').select('discount_id').where('used_by', '=', $('usedBy')).orderBy('discount_id'),
);

export const COUNT_USES = prepare<{ id: DiscountId }>()(($) =>
  db.selectFrom('discount_uses').select(sql<number>`count(*)::integer`.as('count')).where('discount_id', '=', $('id')),
);

/** What is left of a new limit of a discount, of which no claim is in progress. */
export const remainingUses = ($: Placeholders<Pick<DiscountRow, 'id' | 'max_uses'>>): RawBuilder<number | null> =>
  sql`${$('max_uses')}::integer - (select count(*)::integer from discount_uses where discount_id = ${$('id')})`;

/** Before a limit per customer is added: uses without the limit were not counted. */
export const FORGET_COUNTS = prepare<{ id: DiscountId }>()(($) =>
  db
    .deleteFrom('discount_customers')
    .where('discount_id', '=', $('id'))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('discounts').select('id').where('id', '=', $('id')).where('max_uses_per_customer', 'is', null)),
    ),
);

export const REMOVE_USES = (['discount_uses', 'discount_customers'] as const).map((table) =>
  prepare<{ id: DiscountId }>()(($) => db.deleteFrom(table).where('discount_id', '=', $('id'))),
);

export const ERASE_CUSTOMER = [
  prepare<{ keys: readonly string[] }>()(($) =>
    db
      .updateTable('discount_uses')
      .set({ customer_key: null })
      .where('customer_key', '=', sql<string>`any(${$('keys')}::text[])`),
  ),
  prepare<{ keys: readonly string[] }>()(($) =>
    db.deleteFrom('discount_customers').where('customer_key', '=', sql<string>`any(${$('keys')}::text[])`),
  ),
];
