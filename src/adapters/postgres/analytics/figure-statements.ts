import { sql } from 'kysely';
import { MEASURE_NAMES } from '#core/analytics/measures.ts';
import type { SubjectId } from '#core/analytics/ports.ts';
import type { Rollup } from '#core/analytics/rollup.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, recordset, updatedRow } from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { type AnalyticsEntriesRow, AnalyticsEntriesRow as Entries } from '../tables/analytics-entries.ts';
import { AnalyticsGenerationRow } from '../tables/analytics-generations.ts';
import type { AnalyticsLabelRow } from '../tables/analytics-labels.ts';
import { type AnalyticsRollupRow, AnalyticsRollupRow as Rollups } from '../tables/analytics-rollups.ts';

const GENERATION_COLUMNS = columnNames(AnalyticsGenerationRow);

export const GENERATIONS = prepare()(() =>
  db.selectFrom('analytics_generations').select(GENERATION_COLUMNS).orderBy('generation'),
);

/** A retired generation is not counted. */
export const CLAIM_GENERATION = prepare<{ generation: number }>()(($) =>
  db
    .selectFrom('analytics_generations')
    .select(GENERATION_COLUMNS)
    .where('generation', '=', $('generation'))
    .where('status', '!=', 'retired')
    .forUpdate()
    .skipLocked(),
);

/**
 * Starts at the end of the feed. Events that get a position later are counted as changes; earlier ones are committed, so the
 * subjects' rows include them.
 */
export const BEGIN_GENERATION = prepare<{ time_zone: string }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      insert into analytics_generations (generation, time_zone, status, position)
      select coalesce((select max(generation) from analytics_generations), 0) + 1, ${$('time_zone')}, 'building',
        (select last_position from event_feed)
      on conflict do nothing`.compile(db),
}));

export const SAVE_GENERATION = prepare<AnalyticsGenerationRow>()(($) =>
  db
    .updateTable('analytics_generations')
    .set(updatedRow(AnalyticsGenerationRow, $))
    .where('generation', '=', $('generation')),
);

type Batch = Readonly<{ position: string | null; subjects: readonly SubjectId[] }>;

/** Payments are counted with what they pay, returns and withdrawals with their orders if any, and erased users with theirs. */
export const CHANGED_AFTER = prepare<{ position: string; limit: number; types: readonly string[] }>()<Batch>(($) => ({
  compile: () =>
    sql<Batch>`
      with batch as materialized (
        select position, type, resource_id from events where position > ${$('position')}::bigint
        order by position limit ${$('limit')}::integer
      )
      select (select max(position) from batch) as position, array_remove(array(
        select case left(b.resource_id, 4)
          when 'pay_' then (select p.payable_id from payments p where p.id = b.resource_id)
          when 'ret_' then (select r.order_id from returns r where r.id = b.resource_id)
          when 'wdr_' then (select w.order_id from withdrawals w where w.id = b.resource_id)
          else b.resource_id end as id
        from batch b
        where b.type = any(${$('types')}::text[]) and b.type <> 'user.deleted'
        union
        select o.id from batch b join orders o on b.resource_id in (o.user_id, o.erased_buyer)
        where b.type = 'user.deleted'
        order by id
      ), null) as subjects`.compile(db),
}));

/** In the order of their prefixes. Subscriptions are those with movements. */
const SUBJECTS = {
  invoices: 'id',
  orders: 'id',
  subscription_movements: 'subscription_id',
} as const;

export const SUBJECTS_AFTER = prepare<{ after: string; limit: number }>()<{ id: SubjectId }>(($) => {
  const some = Object.entries(SUBJECTS).map(([table, id]) => {
    const column = sql.ref(id);
    return sql`(select distinct ${column} as id from ${sql.table(table)}
      where ${column} > ${$('after')} order by id limit ${$('limit')}::integer)`;
  });
  return {
    compile: () =>
      sql<{ id: SubjectId }>`
        select id from (${sql.join(some, sql` union all `)}) as subjects
        order by id limit ${$('limit')}::integer`.compile(db),
  };
});

export const FIND_ENTRIES = prepare<{ generation: number; subjects: readonly SubjectId[] }>()(($) =>
  db
    .selectFrom('analytics_entries')
    .select(['subject_id', 'at', 'entries'])
    .where('generation', '=', $('generation'))
    .where('subject_id', '=', anyOf($('subjects')))
    .orderBy('subject_id')
    .orderBy('at'),
);

export const DELETE_ENTRIES = prepare<{ generation: number; subjects: readonly SubjectId[] }>()(($) =>
  db
    .deleteFrom('analytics_entries')
    .where('generation', '=', $('generation'))
    .where('subject_id', '=', anyOf($('subjects'))),
);

const ENTRY_COLUMNS = columnNames(Entries);

export const INSERT_ENTRIES = prepare<{ rows: readonly AnalyticsEntriesRow[] }>()(($) =>
  db
    .insertInto('analytics_entries')
    .columns(ENTRY_COLUMNS)
    .expression(db.selectFrom(recordset('analytics_entries', $.json('rows')).as('row')).select(ENTRY_COLUMNS)),
);

/** A row of `analytics_rollups` as JSON; a measure that is left out is 0. */
export type StoredRollup = Readonly<{ generation: number }> &
  Pick<Rollup, 'dimension' | 'currency' | 'grain' | 'start' | 'key'> &
  Readonly<Partial<Pick<AnalyticsRollupRow, (typeof MEASURE_NAMES)[number]>>>;

const ROLLUP_COLUMNS = columnNames(Rollups);

const KEY = sql`generation, dimension, currency, grain, start, key`;

const sums = MEASURE_NAMES.map((name) => {
  const column = sql.ref(name);
  // most measures of a row do not change
  return sql`${column} = case when excluded.${column} is null then r.${column}
    else nullif(coalesce(r.${column}, 0) + excluded.${column}, 0) end`;
});

/** In the order of the rows, so that transactions lock rollups in one order. */
export const ADD_TO_ROLLUPS = prepare<{ rows: readonly StoredRollup[] }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      insert into analytics_rollups as r (${sql.join(ROLLUP_COLUMNS.map((name) => sql.ref(name)))})
      select ${sql.join(ROLLUP_COLUMNS.map((name) => sql.ref(name)))}
      from ${recordset('analytics_rollups', $.json('rows'))} as change
      on conflict (${KEY}) do update set ${sql.join(sums)}`.compile(db),
}));

/** Of the given rows those that add up to nothing: they are as if nothing had been counted. */
export const DELETE_EMPTY_ROLLUPS = prepare<{ rows: readonly StoredRollup[] }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      delete from analytics_rollups where (${KEY}) in (
        select ${KEY} from ${recordset('analytics_rollups', $.json('rows'))} as change)
      and num_nonnulls(${sql.join(MEASURE_NAMES.map((name) => sql.ref(name)))}) = 0`.compile(db),
}));

/** The label of the newest order of a key. Older ones are neither locked nor written. */
export const SAVE_LABELS = prepare<{ rows: readonly AnalyticsLabelRow[] }>()<never>(($) => ({
  compile: () =>
    sql<never>`
      insert into analytics_labels as l (dimension, key, label, at)
      select dimension, key, label, at from ${recordset('analytics_labels', $.json('rows'))} as row
      where (
        select (known.at, known.label) >= (row.at, row.label)
        from analytics_labels known where known.dimension = row.dimension and known.key = row.key) is not true
      on conflict (dimension, key) do update set label = excluded.label, at = excluded.at
      where (l.at, l.label) < (excluded.at, excluded.label)`.compile(db),
}));

type Removal = { generation: number; limit: number };

const removeSome = (table: 'analytics_entries' | 'analytics_rollups' | 'analytics_purchases') =>
  prepare<Removal>()<{ removed: number }>(($) => ({
    compile: () =>
      sql<{ removed: number }>`
        with removed as (
          delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)} where generation = ${$('generation')} limit ${$('limit')}::integer))
          returning 1)
        select count(*)::integer as removed from removed`.compile(db),
  }));

export const REMOVE_SOME_ENTRIES = removeSome('analytics_entries');

export const REMOVE_SOME_ROLLUPS = removeSome('analytics_rollups');

export const REMOVE_SOME_PURCHASES = removeSome('analytics_purchases');

export const REMOVE_GENERATION = prepare<{ generation: number }>()(($) =>
  db.deleteFrom('analytics_generations').where('generation', '=', $('generation')).where('status', '=', 'retired'),
);
