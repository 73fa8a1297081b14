import { sql } from 'kysely';
import type { ProductId } from '#core/catalog/product.ts';
import { PRODUCT_EVENT_TYPES, type ProductFeed } from '#core/catalog/product-feed.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import type { Json } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { type After, eventsOfTypes } from '../events/event-statements.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { PRODUCT_VIEWS } from './catalog-views.ts';

const VIEW = PRODUCT_VIEWS.full;

export const READ_PRODUCTS = prepare<{ after: ProductId; limit: number }>()(($) =>
  db
    .selectFrom('products as t')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .crossJoinLateral(VIEW.lateralRow)
    .select(['t.id', VIEW.jsonText.as('view')])
    .where('t.id', '>', $('after'))
    .orderBy('t.id')
    .limit($('limit')),
);

/** One statement, so that the products are read as they are when the events are read, or later. */
export const READ_CHANGES = prepare<After & Readonly<{ types: readonly string[] }>>()(($) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom(eventsOfTypes($).as('event'))
        .crossJoinLateral(
          sql<{ id: ProductId | null }>`unnest(array[event.resource_id, event.data ->> 'parent_id'])`.as<'shown'>(
            sql`shown (id)`,
          ),
        )
        .select(['shown.id', ({ fn }) => fn.max('event.position').as('position')])
        .where('shown.id', 'is not', null)
        .groupBy('shown.id')
        .as('changed'),
    )
    .leftJoin('products as t', 't.id', 'changed.id')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .crossJoinLateral(VIEW.lateralRow)
    .select([
      'changed.id',
      'changed.position',
      sql<Json<ProductView> | null>`case when t.id is not null then ${VIEW.jsonText} end`.as('view'),
    ])
    .orderBy('changed.position')
    .orderBy('changed.id'),
);

export class PostgresProductFeed implements ProductFeed {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  products(afterId: ProductId | null, limit: number) {
    return this.#database.query(READ_PRODUCTS({ after: afterId ?? ('' as ProductId), limit }));
  }

  async changes(position: number, limit: number) {
    const statement = READ_CHANGES({ position: String(position), limit, types: PRODUCT_EVENT_TYPES });
    const rows = await this.#database.query(statement);
    const changes = rows.map(({ id, view }) => ({ id: id as ProductId, view }));
    return { changes, position: Number(rows.at(-1)?.position ?? position) };
  }
}
