import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Visibility } from '#core/catalog/ports.ts';
import { editKeysOf, mayBeMisspelt } from '#core/catalog/search/one-edit.ts';
import { CODE_POINTS, MATCHES, type MatchKind, NAME_LENGTHS, RANKED_TERMS } from '#core/catalog/search/relevance.ts';
import { completeCode, type Weight } from '#core/catalog/search/search-document.ts';
import { SearchQuery, type SearchTerm } from '#core/catalog/search/search-query.ts';
import { MAX_RELEVANT } from '#core/shared/list.ts';
import type { Database } from '../connection/database.ts';
import type { Condition, ParameterValues } from '../lists/condition.ts';
import type { RankedRows } from '../lists/page-query.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/** The matches whose relevance is computed: the best of more than these would take longer than a client waits. */
const MAX_CANDIDATES = 10_000;

/** The limit of words that have a letter in common with those of a query, before they are compared. */
const MAX_COMPARED = 2_000;

const FIND_SIMILAR = prepare<{ keys: readonly string[] }>()(($) =>
  db
    .selectFrom('search_words')
    .select('word')
    .where(sql<SqlBool>`edit_keys && ${$('keys')}::text[]`)
    .limit(sql.lit(MAX_COMPARED)),
);

/** What a text asks for, with the words of the vocabulary that its words may mean. */
export const findSearchQuery = async (database: Pick<Database, 'query'>, q: string): Promise<SearchQuery> => {
  const query = SearchQuery.parse(q);
  const keys = query.terms.flatMap(({ word }) => (mayBeMisspelt(word) ? editKeysOf(word) : []));
  if (keys.length === 0) return query;
  const similar = await database.query(FIND_SIMILAR({ keys }));
  return SearchQuery.expand(
    query,
    similar.map(({ word }) => word),
  );
};

type Parameters = Placeholders<ParameterValues>;

const isFound = ($: Parameters): RawBuilder<SqlBool> => sql`search.words @@ ${$('search')}::tsquery`;

/** Whether products are also found by their variants, of which the public sees those on sale only. */
type SearchScope = Readonly<{ visibility: Visibility; withVariants: boolean }>;

const keyOf = ({ visibility, withVariants }: SearchScope): string => `${visibility} ${withVariants}`;

/** The products `t` that are found by the words `search`. */
const isFoundBy = (scope: SearchScope): RawBuilder<SqlBool> => {
  const isSame = sql<SqlBool>`${foundId(scope)} = t.id`;
  return sql`${sql.join([isSame, ...visibleVariants(scope)], sql` and `)}`;
};

/** The id of the product that is found by the words `search`. */
const foundId = ({ withVariants }: SearchScope): RawBuilder<string> =>
  withVariants ? sql`search.root_id` : sql`search.product_id`;

const visibleVariants = ({ visibility, withVariants }: SearchScope): RawBuilder<SqlBool>[] =>
  visibility === 'public' && withVariants ? [sql`search.is_on_sale`] : [];

/** The products `t` that match a query. */
export const searchCondition = (query: SearchQuery, scope: SearchScope): Condition => ({
  key: `search ${keyOf(scope)}`,
  values: { search: queryText(query) },
  sql: ($) => sql`exists (select from product_search search where ${isFoundBy(scope)} and ${isFound($)})`,
});

/** The limit of matching products and variants that are read to find the products to count. */
const MAX_FOUND = 50_000;

/** The ids of products that match a query: of all, or of `maxRows` rows. */
export type FoundProducts = Readonly<{
  key: string;
  values: ParameterValues;
  /** Rows with an `id`, of which several may be the same. */
  rows: ($: Parameters) => RawBuilder<unknown>;
  maxRows: number;
}>;

/** The products that match a query, in no order. */
export const foundProducts = (query: SearchQuery, scope: SearchScope): FoundProducts => ({
  key: `found ${keyOf(scope)}`,
  values: { search: queryText(query) },
  rows: ($) => sql`
    select ${foundId(scope)} as id from product_search search
    where ${sql.join([isFound($), ...visibleVariants(scope)], sql` and `)} limit ${sql.lit(MAX_FOUND)}`,
  maxRows: MAX_FOUND,
});

/** `isFiltered`: whether filters apply beside the visibility. Without them `product_search` suffices. */
type RankedScope = SearchScope & Readonly<{ isFiltered: boolean }>;

/** The best matches of a query, with their relevance. */
export const mostRelevant = (query: SearchQuery, { isFiltered, ...scope }: RankedScope): RankedRows => {
  const terms = query.terms.slice(0, RANKED_TERMS);
  const products = isFiltered ? sql`join products t on ${isFoundBy(scope)}` : sql``;
  return {
    key: `relevance of ${terms.map(kindsOf).join(';')} ${keyOf(scope)} ${isFiltered}`,
    values: {
      search: queryText(query),
      search_code: lexeme(completeCode(query.code)),
      ...Object.fromEntries(terms.flatMap((term, index) => matchValues(term, index))),
    },
    condition: searchCondition(query, scope),
    candidates: ($, conditions) => sql`
      select ${foundId(scope)} as id, ${relevance($, terms)} as relevance
      from product_search search ${products}
      where ${sql.join([isFound($), ...(isFiltered ? conditions : visibleVariants(scope))], sql` and `)}
      limit ${sql.lit(MAX_CANDIDATES)}`,
    maxCandidates: MAX_CANDIDATES,
    maxRows: MAX_RELEVANT,
  };
};

/** As `relevanceOf` computes it. */
const relevance = ($: Parameters, terms: readonly SearchTerm[]): RawBuilder<number> => {
  const points = terms.map((term, index) => pointsOf($, term, index));
  const ofCode = sql`case when search.words @@ ${$('search_code')}::tsquery then ${sql.lit(CODE_POINTS)} else 0 end`;
  const sum = sql.join([ofCode, ...points], sql` + `);
  return sql`${sql.lit(NAME_LENGTHS)} * (${sum}) - least(search.name_length, ${sql.lit(NAME_LENGTHS - 1)})`;
};

const pointsOf = ($: Parameters, term: SearchTerm, index: number): RawBuilder<number> => {
  const cases = matchesOf(term).map(({ kind, weight, points }) => {
    const match = $(matchName(index, kind, weight));
    return sql`when search.words @@ ${match}::tsquery then ${sql.lit(points)}`;
  });
  return sql`case ${sql.join(cases, sql` `)} else 0 end`;
};

/** The kinds of matches that a term can have. */
const kindsOf = ({ isPrefix, alternatives }: SearchTerm): MatchKind[] => [
  'exact',
  ...(isPrefix ? (['prefix'] as const) : []),
  ...(alternatives.length > 0 ? (['alternative'] as const) : []),
];

const matchesOf = (term: SearchTerm): typeof MATCHES => {
  const kinds = kindsOf(term);
  return MATCHES.filter(({ kind }) => kinds.includes(kind));
};

const matchName = (index: number, kind: MatchKind, weight: Weight): string => `search_${index}_${kind}_${weight}`;

/** For each way to match a term the query of it alone. */
const matchValues = (term: SearchTerm, index: number): [string, string][] => {
  const lexemes: Readonly<Record<MatchKind, readonly string[]>> = {
    exact: [`${lexeme(term.word)}:`],
    prefix: [`${lexeme(term.word)}:*`],
    alternative: term.alternatives.map((word) => `${lexeme(word)}:`),
  };
  return matchesOf(term).map(({ kind, weight }) => [
    matchName(index, kind, weight),
    lexemes[kind].map((each) => each + weight).join('|'),
  ]);
};

/** The text of a `tsquery`: all terms, or the code. */
const queryText = ({ terms, code }: SearchQuery): string => {
  const all = terms.map(({ word, isPrefix, alternatives }) => {
    const spellings = [lexeme(word) + (isPrefix ? ':*' : ''), ...alternatives.map(lexeme)];
    return `(${spellings.join('|')})`;
  });
  return [...(all.length === 0 ? [] : [all.join('&')]), lexeme(completeCode(code))].join('|');
};

/** A word has letters, digits and marks only, so quotes suffice. */
const lexeme = (word: string): string => `'${word}'`;
