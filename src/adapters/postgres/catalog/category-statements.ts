import { sql } from 'kysely';
import type { CategoryId } from '#core/catalog/category.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertedRow, previousVersion, updatedRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { CategoryRow } from '../tables/categories.ts';

/** The key of an advisory lock: any number that no other program uses. */
const TREE_LOCK = 7_263_541_910;

const COLUMNS = columnNames(CategoryRow);

const PRESENT = sql.lit(false);

export const LOCK_TREE = prepare()(() => db.selectNoFrom(sql`pg_advisory_xact_lock(${TREE_LOCK})`.as('locked')));

/** A statement of its own, after the lock, so that it sees every change of the tree. */
export const READ_TREE = prepare()(() =>
  db
    .selectFrom('categories')
    .select(['id', 'parent_id as parentId', 'name_key as nameKey', 'position'])
    .where('removed', '=', PRESENT),
);

/** Not for update: that would wait for all who store products of the category. */
export const LOCK_CATEGORY = prepare<{ id: CategoryId }>()(($) =>
  db.selectFrom('categories').select(COLUMNS).where('id', '=', $('id')).where('removed', '=', PRESENT).forNoKeyUpdate(),
);

export const FIND_CATEGORY_OF_PRODUCTS = prepare<{ id: CategoryId }>()(($) =>
  db
    .selectFrom('categories as named')
    .innerJoin('categories as c', (join) =>
      join.on('c.id', '=', sql<CategoryId>`case when named.removed then named.parent_id else named.id end`),
    )
    .selectAll('c')
    .where('named.id', '=', $('id')),
);

export const FIND_LABELLED = prepare<{ key: string }>()(($) =>
  db
    .selectFrom('categories')
    .select(COLUMNS)
    .where('name_key', '=', $('key'))
    .where('removed', '=', PRESENT)
    .orderBy('id')
    .limit(20),
);

/** Fails as a stale read if another category has the key too. */
export const REQUIRE_ONLY = prepare<{ key: string; id: CategoryId }>()(($) =>
  db.selectNoFrom((eb) =>
    sql`require_saved(not ${eb.exists(
      eb
        .selectFrom('categories')
        .select('id')
        .where('name_key', '=', $('key'))
        .where('id', '<>', $('id'))
        .where('removed', '=', PRESENT),
    )})`.as('is_only'),
  ),
);

export const COUNT_CATEGORIES = prepare()(() =>
  db.selectFrom('categories').select(sql<number>`count(*)::integer`.as('count')).where('removed', '=', PRESENT),
);

// no conflict target: a slug that is taken inserts no row, like a name that is taken
export const ENSURE_CATEGORY = prepare<CategoryRow>()(($) =>
  db
    .insertInto('categories')
    .values({
      ...insertedRow(CategoryRow, $),
      position: sql<number>`(
        select least(coalesce(max(position)::bigint, -1) + 1, 2147483647) from categories
        where parent_id is null and not removed)`,
    })
    .onConflict((conflicts) => conflicts.doNothing()),
);

export const FIND_TOP = prepare<{ key: string }>()(($) =>
  db
    .selectFrom('categories')
    .select(COLUMNS)
    .where('parent_id', 'is', null)
    .where('name_key', '=', $('key'))
    .where('removed', '=', PRESENT),
);

/** Inserts no row if the slug is taken. */
export const INSERT_CATEGORY = prepare<CategoryRow>()(($) =>
  db
    .insertInto('categories')
    .values(insertedRow(CategoryRow, $))
    .onConflict((conflicts) => conflicts.column('slug').where('removed', '=', PRESENT).doNothing())
    .returning('id'),
);

export const UPDATE_CATEGORY = prepare<CategoryRow>()(($) =>
  db
    .updateTable('categories as c')
    .from((eb) => eb.selectFrom('categories').select(['id', 'name']).where('id', '=', $('id')).as('before'))
    .set(updatedRow(CategoryRow, $))
    .whereRef('c.id', '=', 'before.id')
    .where('c.version', '=', previousVersion($))
    .returning(sql<boolean>`before.name <> c.name`.as('isRenamed')),
);

/** The categories that were removed in favour of another have its name, so that a join finds it. */
export const RENAME_REMOVED = prepare<Pick<CategoryRow, 'id' | 'name' | 'name_key'>>()(($) =>
  db
    .updateTable('categories')
    .set({ name: $('name'), name_key: $('name_key') })
    .where('parent_id', '=', $('id'))
    .where('removed', '=', sql.lit(true)),
);

type Heir = Pick<CategoryRow, 'id' | 'name' | 'name_key'> & Readonly<{ removed_id: CategoryId }>;

/** Also those that were removed in favour of the category. */
export const REASSIGN = prepare<Heir>()(($) =>
  db
    .updateTable('categories')
    .set({ removed: sql.lit(true), parent_id: $('id'), name: $('name'), name_key: $('name_key') })
    .where((eb) =>
      eb.or([
        eb('id', '=', $('removed_id')),
        eb.and([eb('parent_id', '=', $('removed_id')), eb('removed', '=', sql.lit(true))]),
      ]),
    ),
);

/** Those that were removed in favour of a category: nothing is left in them when it is empty. */
export const DELETE_REMOVED = prepare<{ id: CategoryId }>()(($) =>
  db.deleteFrom('categories').where('parent_id', '=', $('id')).where('removed', '=', sql.lit(true)),
);

/** Those of the categories that were removed in favour of it too. */
export const COUNT_VARIANTS = prepare<{ id: CategoryId }>()(($) =>
  db
    .selectFrom('products')
    .select(sql<string>`count(*)`.as('count'))
    .where('parent_id', 'is not', null)
    .where(sql<boolean>`not 'category_id' = any(inherited)`)
    .where(
      sql<boolean>`category_id = any(array(
        select ${$('id')} union all select c.id from categories c where c.parent_id = ${$('id')} and c.removed))`,
    ),
);

export const DELETE_CATEGORY = deleteRow(CategoryRow);

/** After the category, since its deletion waits for the products that are being removed from it. */
export const DELETE_COUNTS = (['category_counts', 'category_count_changes'] as const).map((table) =>
  prepare<{ id: CategoryId }>()(($) => db.deleteFrom(table).where('category_id', '=', $('id'))),
);
