import { sql } from 'kysely';
import type { CategoryId } from '#core/catalog/category.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ProductRow } from '../tables/products.ts';

/** Announces a category again from the first product, whatever was announced of it. */
export const ANNOUNCE = prepare<{ id: CategoryId }>()(($) =>
  db
    .insertInto('category_announcements')
    .values({ category_id: $('id'), horizon: null, after_created_at: null, after_id: null })
    .onConflict((conflicts) =>
      conflicts.column('category_id').doUpdateSet({ horizon: null, after_created_at: null, after_id: null }),
    ),
);

/** A category whose products can be announced now: one without a horizon gets it first. */
export const CLAIM_ANNOUNCEMENT = prepare()(() =>
  db
    .selectFrom('category_announcements as a')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .select(['a.category_id', 'a.horizon', 'a.after_created_at', 'a.after_id', 'c.name', 'c.removed'])
    .select(sql<CategoryId>`case when c.removed then c.parent_id else c.id end`.as('target'))
    .where(
      sql<boolean>`coalesce(a.horizon <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint, a.horizon is null)`,
    )
    .orderBy('a.category_id')
    .limit(1)
    .forUpdate('a')
    .skipLocked(),
);

/**
 * A product that was stored with the former name is in a transaction that had an id when the category was changed, which
 * is a smaller one.
 */
export const SET_HORIZON = prepare<{ id: CategoryId }>()(($) =>
  db
    .updateTable('category_announcements')
    .set({ horizon: sql<string>`pg_current_xact_id()::text::bigint` })
    .where('category_id', '=', $('id')),
);

type Batch = Readonly<{
  id: CategoryId;
  target: CategoryId;
  name: string;
  after_created_at: Date | null;
  after_id: string | null;
  limit: number;
  at: Date;
}>;

/** The next products of a category by their times: those of lists and variants, each in the order of an index. */
export const SCAN_PRODUCTS = prepare<Pick<Batch, 'id' | 'after_created_at' | 'after_id' | 'limit'>>()(($) => {
  const next = (isVariant: boolean) =>
    db
      .selectFrom('products')
      .select(['id', 'created_at'])
      .where('category_id', '=', $('id'))
      .where('parent_id', isVariant ? 'is not' : 'is', null)
      .where(
        sql<boolean>`(created_at, id) >
          (coalesce(${$('after_created_at')}::timestamptz, '-infinity'), coalesce(${$('after_id')}, ''))`,
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit($('limit'));
  const found = sql<Pick<ProductRow, 'id' | 'created_at'>>`(${next(false)} union all ${next(true)})`;
  return db
    .selectFrom(found.as<'found'>('found'))
    .select(['id', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit($('limit'));
});

const COLUMNS = columnNames(ProductRow).map((name) => `locked.${name}` as const);

/** Products are locked by id, so that no two transactions deadlock. Returns each as it was before. */
export const RECATEGORIZE = prepare<Pick<Batch, 'id' | 'target' | 'name' | 'at'> & { ids: readonly string[] }>()(($) =>
  db
    .with(
      (cte) => cte('locked').materialized(),
      (query) =>
        query
          .selectFrom('products as p')
          .selectAll('p')
          .where('p.id', '=', sql<ProductRow['id']>`any(${$('ids')}::text[])`)
          .where('p.category_id', '=', $('id'))
          .where((eb) => eb.or([eb('p.category_id', '<>', $('target')), eb('p.category_name', '<>', $('name'))]))
          .orderBy('p.id')
          .forNoKeyUpdate('p'),
    )
    .with('changed', (query) =>
      query
        .updateTable('products as p')
        .from('locked')
        .set({
          category_id: $('target'),
          category_name: $('name'),
          version: (eb) => eb('p.version', '+', 1),
          updated_at: $('at'),
        })
        .whereRef('p.id', '=', 'locked.id')
        .returning('p.id'),
    )
    .selectFrom('locked')
    .select(COLUMNS)
    .orderBy('locked.id'),
);

export const ADVANCE = prepare<{ id: CategoryId; after_created_at: Date; after_id: ProductRow['id'] }>()(($) =>
  db
    .updateTable('category_announcements')
    .set({ after_created_at: $('after_created_at'), after_id: $('after_id') })
    .where('category_id', '=', $('id')),
);

export const END_ANNOUNCEMENT = prepare<{ id: CategoryId }>()(($) =>
  db.deleteFrom('category_announcements').where('category_id', '=', $('id')),
);
