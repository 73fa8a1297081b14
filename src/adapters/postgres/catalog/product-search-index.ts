import { sql } from 'kysely';
import type { ProductSearchIndex } from '#core/catalog/ports.ts';
import { isVocabulary } from '#core/catalog/search/one-edit.ts';
import { searchDocumentOf } from '#core/catalog/search/search-document.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { type ProductSearchRow, toProductSearchRow } from '../tables/product-search.ts';
import { toProduct } from '../tables/products.ts';
import { addVocabulary } from './search-entries.ts';

const BATCH = 500;

const FIND_STALE = prepare()(() =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('product_search')
        .select('product_id')
        .where('is_stale', '=', true)
        .orderBy('product_id')
        .limit(sql.lit(BATCH))
        .as('stale'),
    )
    .innerJoin('products as p', 'p.id', 'stale.product_id')
    .selectAll('p'),
);

/** A row that is no longer stale was written with a newer state of its product. */
const REPLACE_STALE = prepare<{ rows: readonly ProductSearchRow[] }>()(($) =>
  db
    .updateTable('product_search')
    .from(recordset('product_search', $.json('rows')).as('made'))
    .set((eb) => ({ words: eb.ref('made.words'), name_length: eb.ref('made.name_length'), is_stale: sql.lit(false) }))
    .whereRef('product_search.product_id', '=', 'made.product_id')
    .where('product_search.is_stale', '=', true),
);

export class PostgresProductSearchIndex implements ProductSearchIndex {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async indexStale(): Promise<number> {
    const products = (await this.#database.queryInBackground(FIND_STALE({}))).map((row) =>
      toProduct({ ...row, variants: [] }),
    );
    if (products.length === 0) return 0;
    const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }));
    const words = new Set(documents.flatMap(({ document }) => [...document.words.keys()]));
    await this.#database.queryInBackground(addVocabulary([...words].filter(isVocabulary)));
    const rows = documents.map(({ product, document }) => toProductSearchRow(product, document));
    await this.#database.queryInBackground(REPLACE_STALE({ rows }));
    return products.length;
  }
}
