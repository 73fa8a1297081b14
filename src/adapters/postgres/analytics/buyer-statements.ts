import { sql } from 'kysely';
import { MEASURE_NAMES, type Measure } from '#core/analytics/measures.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

type DividedRange = Readonly<{ from: Date; to: Date; starts: readonly Date[] }>;

type Counts = Readonly<{ buyers: number; new_buyers: number; repeat_buyers: number; active: number }>;

/**
 * A buyer counts in an interval at the first purchase in it: the one before is earlier than the interval. A repeat buyer counts
 * at the first one that is later than the buyer's first: the one before is earlier than the interval, or the first. The row
 * without an interval is that of the range. It reads each purchase once, from the index on the time alone.
 */
export const COUNT_BUYERS = prepare<DividedRange & Readonly<{ generation: number }>>()<
  Counts & Readonly<{ interval: number | null }>
>(($) => ({
  compile: () =>
    sql<Counts & Readonly<{ interval: number | null }>>`
      with counted as (
        select interval, count(*) filter (where is_new) as new_buyers,
          count(*) filter (where is_new or was_before) as buyers,
          count(*) filter (where is_second or was_before) as repeat_buyers,
          count(*) filter (where has_account and (is_new or was_before)) as active,
          count(*) filter (where is_new or was_before_all) as all_buyers,
          count(*) filter (where is_second or was_before_all) as all_repeat_buyers,
          count(*) filter (where has_account and (is_new or was_before_all)) as all_active
        from (
          select interval, has_account, is_second, previous_at is null as is_new, previous_at < ${$('from')} as was_before_all,
            previous_at < greatest((${$('starts')}::timestamptz[])[interval], ${$('from')}) as was_before
          from (
            select previous_at, buyer like 'usr\\_%' as has_account,
              at > first_at and previous_at = first_at as is_second,
              width_bucket(at, ${$('starts')}::timestamptz[]) as interval
            from analytics_purchases
            where generation = ${$('generation')} and at >= ${$('from')} and at < ${$('to')}
          ) as divided
        ) as purchases group by interval
      )
      select interval - 1 as interval, buyers::integer, new_buyers::integer, repeat_buyers::integer, active::integer
      from counted
      union all
      select null, coalesce(sum(all_buyers), 0)::integer, coalesce(sum(new_buyers), 0)::integer,
        coalesce(sum(all_repeat_buyers), 0)::integer, coalesce(sum(all_active), 0)::integer
      from counted`.compile(db),
}));

export const COUNT_SIGN_UPS = prepare<DividedRange>()<{ interval: number; count: number }>(($) => ({
  compile: () =>
    sql<{ interval: number; count: number }>`
      select width_bucket(created_at, ${$('starts')}::timestamptz[]) - 1 as interval, count(*)::integer as count
      from (
        select created_at from users
        where role = 'customer' and created_at >= ${$('from')} and created_at < ${$('to')}
        union all
        select created_at from erased_customers where created_at >= ${$('from')} and created_at < ${$('to')}
      ) as accounts
      group by 1`.compile(db),
}));

type Cohorts = Readonly<{ generation: number; currency: string; first: string; last: string }>;

type CohortSums = Readonly<{ cohort: string; month: Date }> & Readonly<Record<Measure, string | null>>;

export const COHORTS = prepare<Cohorts>()<CohortSums>(($) => ({
  compile: () =>
    sql<CohortSums>`
      select key as cohort, start as month, ${sql.join(MEASURE_NAMES.map((name) => sql.ref(name)))}
      from analytics_rollups
      where generation = ${$('generation')} and dimension = 'cohort' and currency = ${$('currency')} and grain = 'month'
        and key between ${$('first')} and ${$('last')}`.compile(db),
}));
