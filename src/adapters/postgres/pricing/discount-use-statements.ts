import { type Expression, type RawBuilder, sql } from 'kysely';
import type { DiscountId } from '#core/pricing/discount.ts';
import type { DiscountUser, RefusedUse } from '#core/pricing/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import type { DiscountRow } from '../tables/discounts.ts';
import { customerOf } from './customer-of.ts';

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

/** Lets the claims of one customer wait for each other, so that `CLAIM` counts all earlier uses. */
export const LOCK_CUSTOMER = prepare<Pick<Claim, 'customerKey'>>()<never>(($) => ({
  compile: () =>
    sql<never>`
      select pg_advisory_xact_lock(hashtextextended('discounts of ' || key, 0))
      from (
        select key from (${customerOf($('customerKey'))}) as customer, unnest(array[user_id, email_key]) as key
        where key is not null order by key offset 0
      ) as ordered`.compile(db),
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
      with customer as (${customerOf($('customerKey'))})
      insert into discount_uses (used_by, discount_id, user_id, email_key)
      select ${$('usedBy')}::text, d.id, c.user_id, c.email_key from discounts d, customer c
      where d.id = any(${$('ids')}::text[]) and d.remaining is null
      returning discount_id as id`.compile(db),
}));

/** Discounts with a limit in total are locked in the order of their ids, so that claims do not deadlock. */
export const CLAIM = prepare<Claim>()<Refusal>(($) => ({
  compile: () =>
    sql<Refusal>`
      with customer as (${customerOf($('customerKey'))}),
      wanted as (
        select w.id, w.per_customer, d.id is not null as is_present, d.remaining is not null as is_limited
        from unnest(${$('ids')}::text[], ${$('limits')}::integer[]) as w (id, per_customer)
          left join discounts d on d.id = w.id collate "C"
      ), locked as (
        select id from discounts where id in (select id from wanted where is_limited) order by id for no key update
      ), taken as (
        update discounts set remaining = remaining - 1
        where id in (select id from locked) and remaining > 0 returning id
      ), recorded as (
        insert into discount_uses (used_by, discount_id, user_id, email_key)
        select ${$('usedBy')}::text, w.id, c.user_id, c.email_key from wanted w, customer c
      ), judged as (
        select id, case
          when not is_present or is_limited and not exists (select from taken where taken.id = wanted.id collate "C")
            then 'used_up'
          when per_customer is not null and (
            ${$('customerKey')}::text is null or per_customer <= (
              select count(*) from discount_uses u, customer c
              where u.discount_id = wanted.id collate "C" and (u.user_id = c.user_id or u.email_key = c.email_key)
            )) then 'used_up_by_customer' end as reason
        from wanted
      ) select id, reason from judged where reason is not null order by id`.compile(db),
}));

/** What a claim would refuse now. */
export const FIND_USED_UP = prepare<Omit<Claim, 'usedBy'> & Readonly<{ usedBy: DiscountUser | null }>>()<Refusal>(
  ($) => ({
    compile: () =>
      sql<Refusal>`
      with customer as (${customerOf($('customerKey'))}),
      judged as (
        select w.id, case
          when d.id is null or d.remaining + (
            select count(*) from discount_uses own
            where own.used_by = ${$('usedBy')} and own.discount_id = w.id collate "C") <= 0 then 'used_up'
          when w.per_customer <= (
            select count(*) from discount_uses u, customer c
            where u.discount_id = w.id collate "C" and (u.user_id = c.user_id or u.email_key = c.email_key)
              and u.used_by is distinct from ${$('usedBy')}) then 'used_up_by_customer' end as reason
        from unnest(${$('ids')}::text[], ${$('limits')}::integer[]) as w (id, per_customer)
          left join discounts d on d.id = w.id collate "C"
      ) select id, reason from judged where reason is not null order by id`.compile(db),
  }),
);

export const RELEASE = prepare<{ usedBy: DiscountUser; kept: readonly DiscountId[] }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      with released as (
        delete from discount_uses where used_by = ${$('usedBy')} and discount_id <> all(${$('kept')}::text[])
        returning discount_id
      ), locked as (
        select id from discounts where id in (select discount_id from released) and remaining is not null
        order by id for no key update
      )
      update discounts set remaining = remaining + 1 where id in (select id from locked)`.compile(db),
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

export const REMOVE_USES = prepare<{ id: DiscountId }>()(($) =>
  db.deleteFrom('discount_uses').where('discount_id', '=', $('id')),
);

export const ASSIGN_USER = prepare<{ usedBy: readonly DiscountUser[]; userId: UserId }>()(($) =>
  db
    .updateTable('discount_uses')
    .set({ user_id: $('userId') })
    .where('used_by', '=', anyOf($('usedBy'))),
);

/** An e-mail that is not the user's own stays where guests used it. */
export const ERASE_CUSTOMER = prepare<{ userId: UserId; emailKey: string | null }>()(($) =>
  db
    .updateTable('discount_uses')
    .set({ user_id: sql`nullif(user_id, ${$('userId')})`, email_key: null })
    .where(({ or, eb }) => or([eb('user_id', '=', $('userId')), eb('email_key', '=', $('emailKey'))])),
);
