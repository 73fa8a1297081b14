import { sql } from 'kysely';
import { MAX_QUANTITY, type ProductId } from '#core/catalog/product.ts';
import { prepare } from '../statements/prepare.ts';
import {
  columnNames,
  deleteRow,
  insertedRow,
  previousVersion,
  recordset,
  updatedRow,
} from '../statements/row-parameters.ts';
import { anyOf, db, hideFromPlanner } from '../statements/sql-builder.ts';
import { ProductRow, VARIANT_COLUMNS } from '../tables/products.ts';

const COLUMNS = columnNames(ProductRow);

export const INSERT_PRODUCT = prepare<ProductRow>()(($) =>
  db.insertInto('products').values(insertedRow(ProductRow, $)),
);

/** The slug that an update replaces belongs to the product until another one takes it. */
export const UPDATE_PRODUCT = prepare<ProductRow>()(($) =>
  db
    .with('former', (query) =>
      query
        .insertInto('former_slugs')
        .columns(['slug', 'product_id'])
        .expression((eb) =>
          eb.selectFrom('products').select(['slug', 'id']).where('id', '=', $('id')).where('slug', '<>', $('slug')),
        )
        .onConflict((conflicts) =>
          conflicts.column('slug').doUpdateSet({ product_id: (eb) => eb.ref('excluded.product_id') }),
        ),
    )
    .updateTable('products')
    .set(updatedRow(ProductRow, $))
    .where('id', '=', $('id'))
    .where('version', '=', previousVersion($))
    .returning('id'),
);

/** Locks a product and, if it is a variant, its parent, in the order of their ids. */
export const LOCK_FAMILY = prepare<{ id: ProductId }>()(($) =>
  db
    .selectFrom('products')
    .select(COLUMNS)
    .where(
      'id',
      '=',
      sql<ProductId>`any(array(
        select unnest(array[id, parent_id]) from products where id = ${$('id')}))`,
    )
    .orderBy('id')
    .forUpdate(),
);

type Keys = Readonly<{ ids: readonly ProductId[]; skus: readonly string[] }>;

/** As `LOCK_FAMILY`, of several products. */
export const LOCK_FAMILIES = prepare<Keys>()(($) =>
  db
    .selectFrom('products')
    .select(COLUMNS)
    .where(
      'id',
      '=',
      sql<ProductId>`any(array(
        select unnest(array[id, parent_id]) from products where id = ${anyOf($('ids'))}
        union select unnest(array[id, parent_id]) from products where sku = ${anyOf($('skus'))}))`,
    )
    .orderBy('id')
    .forUpdate(),
);

type WrittenProducts = Readonly<{ rows: readonly ProductRow[] }>;

export const INSERT_PRODUCTS = prepare<WrittenProducts>()(($) =>
  db
    .insertInto('products')
    .columns(COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('products', $.json('rows')).as('r')).select(COLUMNS)),
);

/** As `UPDATE_PRODUCT`, of several locked products. Fails unless each of the `count` was stored. */
export const UPDATE_PRODUCTS = prepare<WrittenProducts & Readonly<{ count: number }>>()(($) => {
  const rows = recordset('products', $.json('rows')).as('r');
  return db
    .with('former', (query) =>
      query
        .insertInto('former_slugs')
        .columns(['slug', 'product_id'])
        .expression((eb) =>
          eb
            .selectFrom(['products as p', rows])
            .select(['p.slug', 'p.id'])
            .whereRef('p.id', '=', 'r.id')
            .whereRef('p.slug', '<>', 'r.slug')
            .orderBy('p.slug'),
        )
        .onConflict((conflicts) =>
          conflicts.column('slug').doUpdateSet({ product_id: (eb) => eb.ref('excluded.product_id') }),
        ),
    )
    .with('saved', (query) =>
      query
        .updateTable('products as p')
        .from(rows)
        .set(Object.fromEntries(COLUMNS.filter((name) => name !== 'id').map((name) => [name, sql.ref(`r.${name}`)])))
        .whereRef('p.id', '=', 'r.id')
        .whereRef('p.version', '<', 'r.version')
        .returning('p.id'),
    )
    .selectNoFrom(sql`require_saved((select count(*) from saved) = ${$('count')})`.as('is_saved'));
});

/** In the order of their ids. */
export const FIND_VARIANTS = prepare<{ parentIds: readonly ProductId[] }>()(($) =>
  db
    .selectFrom('products')
    .select(VARIANT_COLUMNS)
    .where('root_id', '=', anyOf($('parentIds')))
    .where('parent_id', 'is not', null)
    .orderBy('id'),
);

/** Stores that the variants of a product are now available, or no longer are. */
export const UPDATE_AVAILABILITY = prepare<Pick<ProductRow, 'id' | 'variants_available' | 'version' | 'updated_at'>>()(
  ($) =>
    db
      .updateTable('products')
      .set({
        variants_available: $('variants_available'),
        version: $('version'),
        updated_at: $('updated_at'),
      })
      .where('id', '=', $('id')),
);

export const FIND_SLUG_OWNERS = prepare<{ slugs: readonly string[] }>()(($) => {
  const slugs = anyOf($('slugs'));
  return db
    .selectFrom('former_slugs')
    .select(['slug', 'product_id', sql.lit(false).as('is_current')])
    .where('slug', '=', slugs)
    .unionAll((eb) =>
      eb
        .selectFrom('products')
        .select(['slug', 'id as product_id', sql.lit(true).as('is_current')])
        .where('slug', '=', slugs),
    )
    .orderBy('is_current');
});

export const DELETE_PRODUCT = deleteRow(ProductRow);

export const FIND_PRODUCTS = prepare<{ ids: readonly ProductId[] }>()(($) =>
  db
    .selectFrom('products as p')
    .select(COLUMNS)
    .where('p.id', '=', anyOf($('ids'))),
);

type Adjustments = Readonly<{ ids: readonly ProductId[]; quantities: readonly number[]; at: Date }>;

/** What became of a product: a `parent` was locked because a variant may be sold out, or in stock again. */
type Outcome = 'adjusted' | 'unchanged' | 'parent';

/**
 * Adjusts the stock of products and returns each as it was before; `unchanged` are those whose stock is short or not
 * counted. Products are locked in the order of their ids, so that no two transactions deadlock.
 */
export const ADJUST_STOCK = prepare<Adjustments>()(($) => {
  const ids = hideFromPlanner(sql`${$('ids')}::text[]`);
  const quantities = hideFromPlanner(sql`${$('quantities')}::integer[]`);
  const adjustments = sql<{ id: ProductId; quantity: number }>`unnest(${ids}, ${quantities})`;
  return db
    .with('adjustment', (query) =>
      query.selectFrom(adjustments.as<'one'>(sql`one (id, quantity)`)).select(['one.id', 'one.quantity']),
    )
    .with(
      (cte) => cte('lockable').materialized(),
      (query) =>
        query
          .selectFrom('adjustment')
          .select(['id', 'quantity'])
          .unionAll((eb) =>
            eb
              .selectFrom('adjustment')
              .innerJoin('products as variant', 'variant.id', 'adjustment.id')
              .select([sql<ProductId>`variant.parent_id`.as('id'), sql<number>`null::integer`.as('quantity')])
              .distinct()
              .where('variant.parent_id', 'is not', null)
              .where(sql<boolean>`(variant.stock = 0 or variant.stock + adjustment.quantity = 0)`),
          ),
    )
    .with(
      (cte) => cte('locked').materialized(),
      (query) =>
        query
          .selectFrom('products as p')
          .innerJoin('lockable', 'lockable.id', 'p.id')
          .selectAll('p')
          .select('lockable.quantity')
          .where(sql<boolean>`coalesce(p.stock::bigint + lockable.quantity >= 0, lockable.quantity is null)`)
          .orderBy('p.id')
          .forNoKeyUpdate('p'),
    )
    .with('adjusted', (query) =>
      query
        .updateTable('products as p')
        .from('locked')
        .set({
          stock: sql<number>`least(p.stock + locked.quantity::bigint, ${MAX_QUANTITY})`,
          version: (eb) => eb('p.version', '+', 1),
          updated_at: $('at'),
        })
        .whereRef('p.id', '=', 'locked.id')
        .where('locked.quantity', 'is not', null)
        .returning('p.id'),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('locked')
        .select(COLUMNS)
        .select(sql<Outcome>`case when quantity is null then 'parent' else 'adjusted' end`.as('outcome'))
        .unionAll(
          eb
            .selectFrom('products')
            .select(COLUMNS)
            .select(sql<Outcome>`'unchanged'`.as('outcome'))
            .where('id', 'in', eb.selectFrom('adjustment').select('id'))
            .where('id', 'not in', eb.selectFrom('adjusted').select('id')),
        )
        .as('p'),
    )
    .selectAll('p');
});
