import { sql } from 'kysely';
import type { CategoryCounts } from '#core/catalog/ports.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

const BATCH = 10_000;

/** In the order of the categories, so that two processes do not deadlock. */
const ADD_UP = prepare()<{ added: number }>(() => ({
  compile: () =>
    sql<{ added: number }>`
      with taken as (
        delete from category_count_changes where (category_id, id) in (
          select category_id, id from category_count_changes limit ${sql.lit(BATCH)} for update skip locked
        ) returning category_id, products, active_products
      ), counted as (
        insert into category_counts as counts (category_id, products, active_products)
        select category_id, sum(products), sum(active_products) from taken group by category_id order by category_id
        on conflict (category_id) do update set
          products = counts.products + excluded.products,
          active_products = counts.active_products + excluded.active_products
      )
      select count(*)::integer as added from taken`.compile(db),
}));

export class PostgresCategoryCounts implements CategoryCounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async addUp(): Promise<number> {
    const [row] = await this.#database.queryInBackground(ADD_UP({}));
    return row?.added ?? 0;
  }
}
