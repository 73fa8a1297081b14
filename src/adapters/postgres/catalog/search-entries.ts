import { type OnConflictBuilder, sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import { Product } from '#core/catalog/product.ts';
import { isVocabulary } from '#core/catalog/search/edits.ts';
import { type SearchDocument, searchDocumentOf } from '#core/catalog/search/search-document.ts';
import { keysOfKnown } from '#core/catalog/search/vocabulary.ts';
import type { Languages } from '#core/shared/languages.ts';
import type { Statement } from '../connection/statements.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import type { Tables } from '../schema.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertedRow, recordset } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { ProductSearchRow, toProductSearchRow } from '../tables/product-search.ts';
import { SearchWordRow } from '../tables/search-words.ts';

const SEARCH_COLUMNS = columnNames(ProductSearchRow);
const WORD_COLUMNS = columnNames(SearchWordRow);

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

/**
 * In order, so that no two transactions that add the same words deadlock.
 * @returns what the vocabulary had of these words before, which is there for good.
 */
const ADD_VOCABULARY = prepare<{ rows: readonly SearchWordRow[] }>()(($) =>
  db
    .with('given', (query) => query.selectFrom(recordset('search_words', $.json('rows')).as('row')).selectAll())
    .with('added', (query) =>
      query
        .insertInto('search_words')
        .columns(WORD_COLUMNS)
        .expression((eb) => eb.selectFrom(sql<SearchWordRow>`given`.as('given')).select(WORD_COLUMNS).orderBy('word'))
        .onConflict((conflicts) => conflicts.doNothing()),
    )
    .with(
      'shown',
      () => sql`(
      update search_words set is_public = true from (
        select w.word from given join search_words w on w.word = given.word
        where given.is_public and not w.is_public order by w.word for update of w) hidden
      where search_words.word = hidden.word)`,
    )
    .selectFrom('given')
    .innerJoin('search_words as w', 'w.word', 'given.word')
    .select(['w.word', 'w.is_public']),
);

type VocabularyWord = Pick<SearchWordRow, 'word' | 'is_public'>;

/** Words that the vocabulary has, and whether as public ones. */
export type WordCache = LRUCache<string, boolean>;

/** What the vocabulary is written with. */
export type Vocabulary = Readonly<{ known: WordCache; languages: Languages }>;

/** Words of products, and whether one of these is on sale. */
type Words = ReadonlyMap<string, boolean>;

export const toSearchWordRow = (languages: Languages, word: string, isPublic: boolean): SearchWordRow => ({
  word,
  edit_keys: keysOfKnown(languages, word),
  is_public: isPublic,
  is_stale: false,
});

export const addVocabulary = (languages: Languages, words: Words): Statement<VocabularyWord> =>
  ADD_VOCABULARY({ rows: [...words].map(([word, isPublic]) => toSearchWordRow(languages, word, isPublic)) });

/** Notes the words of a product. */
export const noteWords = (words: Map<string, boolean>, product: Product, document: SearchDocument): void => {
  const isPublic = Product.isOnSale(product);
  for (const word of document.words.keys()) words.set(word, isPublic || words.get(word) === true);
};

/** Writes what a transaction's products are found by. */
export class SearchEntries {
  readonly #session: TransactionSession;
  readonly #vocabulary: Vocabulary;
  readonly #noted = new Map<string, boolean>();

  constructor(session: TransactionSession, vocabulary: Vocabulary) {
    this.#session = session;
    this.#vocabulary = vocabulary;
  }

  put(product: Product): void {
    const document = searchDocumentOf(product);
    this.#session.send(PUT_WORDS(toProductSearchRow(product, document)));
    noteWords(this.#noted, product, document);
  }

  putMany(products: readonly Product[]): void {
    const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }));
    const rows = documents.map(({ product, document }) => toProductSearchRow(product, document));
    this.#session.send(PUT_ALL_WORDS({ rows }));
    for (const { product, document } of documents) noteWords(this.#noted, product, document);
  }

  /** Adds new words to the vocabulary: last, since other transactions with these words wait for the commit. */
  flush(): void {
    const { known, languages } = this.#vocabulary;
    const isNew = ([word, isPublic]: readonly [string, boolean]): boolean => {
      const isKnownAsPublic = known.get(word);
      return (isKnownAsPublic === undefined || (isPublic && !isKnownAsPublic)) && isVocabulary(word);
    };
    const words = new Map([...this.#noted].filter(isNew));
    if (words.size === 0) return;
    // what was added is there only if this transaction commits
    const note = (before: readonly VocabularyWord[]): void => {
      for (const { word, is_public: isPublic } of before) known.set(word, isPublic);
    };
    this.#session.query(addVocabulary(languages, words)).then(note, () => {});
  }
}
