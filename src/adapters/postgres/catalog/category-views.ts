import { type Expression, type RawBuilder, sql } from 'kysely';
import type { CategoryId } from '#core/catalog/category.ts';
import { categoryView, type ProductCounts } from '#core/catalog/category-view.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import { constantCondition } from '../lists/condition.ts';
import { columnsOf } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { CategoryRow, toCategory } from '../tables/categories.ts';

const COUNTED = { full: sql.ref('products'), public: sql.ref('active_products') };

/** The number of products with a category's id: the added up changes and those that are not yet. */
const countOf = (id: Expression<CategoryId>, visibility: Visibility): RawBuilder<number> => sql`(
  coalesce((select ${COUNTED[visibility]} from category_counts where category_id = ${id}), 0)
  + coalesce((select sum(${COUNTED[visibility]}) from category_count_changes where category_id = ${id}), 0))`;

const removed = columnsOf<{ removed: 'categories' }>();
const below = sql<CategoryId>`below.id`;

/** The products of a category `id`. Those of a removed one belong to its parent. */
const countsOf = (
  id: Expression<CategoryId>,
  visibility: Visibility,
): { [Name in keyof ProductCounts]: RawBuilder<number> } => ({
  product_count: sql`(${countOf(id, visibility)} + coalesce((
    select sum(${countOf(removed('removed.id'), visibility)}) from categories removed
    where removed.parent_id = ${id} and removed.removed), 0))::integer`,
  product_count_total: sql`(
    with recursive below (id) as (
      select ${id} union all select child.id from categories child join below on child.parent_id = below.id
    ) select sum(${countOf(below, visibility)})::integer from below)`,
});

const viewFor = (visibility: Visibility) =>
  rowView(
    CategoryRow,
    ({ product_count, product_count_total, ...row }) =>
      categoryView(toCategory(row), { product_count, product_count_total }),
    countsOf(sql.ref('t.id'), visibility),
  );

/** A category `t` as the API shows it, with the number of its products that the reader may see. */
export const CATEGORY_VIEWS = { full: viewFor('full'), public: viewFor('public') };

export const PRESENT_CATEGORIES = constantCondition('present', sql`not t.removed`);

const countProducts = (visibility: Visibility) =>
  prepare<{ id: CategoryId }>()(($) => {
    const counts = countsOf(sql`${$('id')}::text collate "C"`, visibility);
    return db.selectNoFrom([
      counts.product_count.as('product_count'),
      counts.product_count_total.as('product_count_total'),
    ]);
  });

export const COUNT_PRODUCTS = { full: countProducts('full'), public: countProducts('public') };

/** The number of products of each category that has any. */
const countsById = (visibility: Visibility) =>
  sql<{ id: CategoryId; products: number }>`(
    select case when c.removed then c.parent_id else c.id end as id, sum(n.products)::integer as products from (
      select category_id, ${COUNTED[visibility]} as products from category_counts
      union all select category_id, ${COUNTED[visibility]} from category_count_changes
    ) n join categories c on c.id = n.category_id group by 1)`.as<'counts'>('counts');

const categoryRows = (visibility: Visibility) =>
  prepare()(() =>
    db
      .selectFrom('categories as t')
      .leftJoin(countsById(visibility), 'counts.id', 't.id')
      .select(columnNames(CategoryRow).map((name) => `t.${name}` as const))
      .select(sql<number>`coalesce(counts.products, 0)`.as('product_count'))
      .where('t.removed', '=', sql.lit(false)),
  );

/** All categories with the number of their own products. */
export const CATEGORY_ROWS = { full: categoryRows('full'), public: categoryRows('public') };

/** Each category with the ids above it, its own first. */
export const FIND_CATEGORY_PATHS = prepare<{ ids: readonly CategoryId[] }>()(($) =>
  db
    .withRecursive('above', (query) =>
      query
        .selectFrom('categories')
        .select(['id', 'parent_id', sql<readonly CategoryId[]>`array[id]`.as('path')])
        .where('id', '=', sql<CategoryId>`any(${$('ids')}::text[])`)
        .unionAll((eb) =>
          eb
            .selectFrom('above')
            .innerJoin('categories as c', 'c.id', 'above.parent_id')
            .select(['above.id', 'c.parent_id', sql<readonly CategoryId[]>`above.path || c.id`.as('path')]),
        ),
    )
    .selectFrom('above')
    .select(['id', 'path'])
    .where('parent_id', 'is', null),
);
