import { sql } from 'kysely';
import type { ProductSearchIndex } from '#core/catalog/ports.ts';
import { isVocabulary } from '#core/catalog/search/edits.ts';
import { searchDocumentOf } from '#core/catalog/search/search-document.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { type ProductSearchRow, toProductSearchRow } from '../tables/product-search.ts';
import { ProductRow, toProduct } from '../tables/products.ts';
import type { SearchWordRow } from '../tables/search-words.ts';
import { addVocabulary, noteWords, toSearchWordRow } from './search-entries.ts';

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
    .select(columnNames(ProductRow)),
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

const FIND_STALE_WORDS = prepare()(() =>
  db.selectFrom('search_words').select('word').where('is_stale', '=', true).orderBy('word').limit(sql.lit(BATCH)),
);

const REPLACE_STALE_WORDS = prepare<{ rows: readonly SearchWordRow[] }>()(($) =>
  db
    .updateTable('search_words')
    .from(recordset('search_words', $.json('rows')).as('made'))
    .set((eb) => ({ edit_keys: eb.ref('made.edit_keys'), is_stale: sql.lit(false) }))
    .whereRef('search_words.word', '=', 'made.word'),
);

export class PostgresProductSearchIndex implements ProductSearchIndex {
  readonly #database: Database;
  readonly #languages: Languages;

  constructor(database: Database, languages: Languages) {
    this.#database = database;
    this.#languages = languages;
  }

  async indexStale(): Promise<number> {
    return (await this.#indexWords()) + (await this.#indexProducts());
  }

  async #indexWords(): Promise<number> {
    const words = await this.#database.queryInBackground(FIND_STALE_WORDS({}));
    if (words.length === 0) return 0;
    const rows = words.map(({ word }) => toSearchWordRow(this.#languages, word, false));
    await this.#database.queryInBackground(REPLACE_STALE_WORDS({ rows }));
    return words.length;
  }

  async #indexProducts(): Promise<number> {
    const products = (await this.#database.queryInBackground(FIND_STALE({}))).map((row) =>
      toProduct({ ...row, variants: [] }),
    );
    if (products.length === 0) return 0;
    const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }));
    const words = new Map<string, boolean>();
    for (const { product, document } of documents) noteWords(words, product, document);
    const known = new Map([...words].filter(([word]) => isVocabulary(word)));
    await this.#database.queryInBackground(addVocabulary(this.#languages, known));
    const rows = documents.map(({ product, document }) => toProductSearchRow(product, document));
    await this.#database.queryInBackground(REPLACE_STALE({ rows }));
    return products.length;
  }
}
