import { type OnConflictBuilder, sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { Product } from '#core/catalog/product.ts';
import { editKeysOf, isVocabulary } from '#core/catalog/search/one-edit.ts';
import { type SearchDocument, searchDocumentOf } from '#core/catalog/search/search-document.ts';
import type { Statement } from '../connection/statements.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import type { Tables } from '../schema.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertedRow, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ProductSearchRow, toProductSearchRow } from '../tables/product-search.ts';
import type { SearchWordRow } from '../tables/search-words.ts';

const SEARCH_COLUMNS = columnNames(ProductSearchRow);

const unlessSame = (conflicts: OnConflictBuilder<Tables, 'product_search'>) =>
  conflicts
    .column('product_id')
    .doUpdateSet((eb) => ({
      root_id: eb.ref('excluded.root_id'),
      is_on_sale: eb.ref('excluded.is_on_sale'),
      words: eb.ref('excluded.words'),
      name_length: eb.ref('excluded.name_length'),
      is_stale: eb.ref('excluded.is_stale'),
    }))
    .where(sql<boolean>`product_search is distinct from excluded`);

/** Writes a product's words, unless they are the same. */
const PUT_WORDS = prepare<ProductSearchRow>()(($) =>
  db.insertInto('product_search').values(insertedRow(ProductSearchRow, $)).onConflict(unlessSame),
);

/** As `PUT_WORDS`, of several products. */
const PUT_ALL_WORDS = prepare<{ rows: readonly ProductSearchRow[] }>()(($) =>
  db
    .insertInto('product_search')
    .columns(SEARCH_COLUMNS)
    .expression((eb) => eb.selectFrom(recordset('product_search', $.json('rows')).as('put')).select(SEARCH_COLUMNS))
    .onConflict(unlessSame),
);

/** In order, so that no two transactions that add the same words deadlock. */
const ADD_VOCABULARY = prepare<{ rows: readonly SearchWordRow[] }>()(($) =>
  db
    .insertInto('search_words')
    .columns(['word', 'edit_keys'])
    .expression((eb) =>
      eb
        .selectFrom(recordset('search_words', $.json('rows')).as('added'))
        .select(['added.word', 'added.edit_keys'])
        .orderBy('added.word'),
    )
    .onConflict((conflicts) => conflicts.doNothing())
    .returning('word'),
);

/** Words that the vocabulary has. */
export type KnownWords = LRUCache<string, true>;

export const addVocabulary = (words: readonly string[]): Statement<{ word: string }> =>
  ADD_VOCABULARY({ rows: words.map((word) => ({ word, edit_keys: editKeysOf(word) })) });

/** Writes what a transaction's products are found by. */
export class SearchEntries {
  readonly #session: TransactionSession;
  readonly #known: KnownWords;
  readonly #added = new Set<string>();

  constructor(session: TransactionSession, known: KnownWords) {
    this.#session = session;
    this.#known = known;
  }

  put(product: Product): void {
    const document = searchDocumentOf(product);
    this.#session.send(PUT_WORDS(toProductSearchRow(product, document)));
    this.#noteWords(document);
  }

  putMany(products: readonly Product[]): void {
    const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }));
    const rows = documents.map(({ product, document }) => toProductSearchRow(product, document));
    this.#session.send(PUT_ALL_WORDS({ rows }));
    for (const { document } of documents) this.#noteWords(document);
  }

  #noteWords(document: SearchDocument): void {
    for (const word of document.words.keys()) {
      if (isVocabulary(word) && this.#known.get(word) === undefined) this.#added.add(word);
    }
  }

  /** Adds new words to the vocabulary: last, since other transactions with these words wait for the commit. */
  flush(): void {
    if (this.#added.size === 0) return;
    const words = [...this.#added];
    // a word that was not added is there for good; the others are only if this transaction commits
    const note = (rows: readonly { word: string }[]): void => {
      const added = new Set(rows.map(({ word }) => word));
      for (const word of words) if (!added.has(word)) this.#known.set(word, true);
    };
    this.#session.query(addVocabulary(words)).then(note, () => {});
  }
}
