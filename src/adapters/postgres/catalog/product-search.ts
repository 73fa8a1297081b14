import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Visibility } from '#core/catalog/ports.ts';
import { CODE_POINTS, MATCH_POINTS, MATCHES, NAME_LENGTHS, RANKED_TERMS } from '#core/catalog/search/relevance.ts';
import { completeCode } from '#core/catalog/search/search-document.ts';
import type { SearchTerm } from '#core/catalog/search/search-terms.ts';
import { MAX_RELEVANT } from '#core/shared/list.ts';
import type { Condition, ParameterValues } from '../lists/condition.ts';
import type { RankedRows } from '../lists/page-query.ts';
import { lexeme } from '../statements/lexeme.ts';
import type { Placeholders } from '../statements/prepare.ts';
import type { DecidedSearch } from './find-search.ts';
import { kindsOf, phraseText, queryText, termText } from './search-texts.ts';

/** The matches whose relevance is computed: the best of more than these would take longer than a client waits. */
const MAX_CANDIDATES = 10_000;

type Parameters = Placeholders<ParameterValues>;

const isFound = ($: Parameters): RawBuilder<SqlBool> => sql`search.words @@ ${$('search_query')}::tsquery`;

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
export const searchCondition = (search: DecidedSearch, scope: SearchScope): Condition => ({
  key: `search ${keyOf(scope)}`,
  values: queryValues(search),
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
export const foundProducts = (search: DecidedSearch, scope: SearchScope): FoundProducts => ({
  key: `found ${keyOf(scope)}`,
  values: queryValues(search),
  rows: ($) => sql`
    select ${foundId(scope)} as id from product_search search
    where ${sql.join([isFound($), ...visibleVariants(scope)], sql` and `)} limit ${sql.lit(MAX_FOUND)}`,
  maxRows: MAX_FOUND,
});

/** `isFiltered`: whether filters apply beside the visibility. Without them `product_search` suffices. */
type RankedScope = SearchScope & Readonly<{ isFiltered: boolean }>;

/** The best matches of a query, with their relevance. */
export const mostRelevant = (search: DecidedSearch, { isFiltered, ...scope }: RankedScope): RankedRows => {
  const ranked = rankedTerms(search);
  const products = isFiltered ? sql`join products t on ${isFoundBy(scope)}` : sql``;
  return {
    key: `relevance of ${ranked.map(({ term, value }) => `${value} ${kindsOf(term)}`).join(';')} ${keyOf(scope)} ${isFiltered}`,
    values: {
      ...queryValues(search),
      search_code: lexeme(completeCode(search.code)),
      ...Object.fromEntries(ranked.flatMap(matchValues)),
    },
    condition: searchCondition(search, scope),
    candidates: ($, conditions) => sql`
      select ${foundId(scope)} as id, ${relevance($, ranked)} as relevance
      from product_search search ${products}
      where ${sql.join([isFound($), ...(isFiltered ? conditions : visibleVariants(scope))], sql` and `)}
      limit ${sql.lit(MAX_CANDIDATES)}`,
    maxCandidates: MAX_CANDIDATES,
    maxRows: MAX_RELEVANT,
  };
};

/** A term with the name of its parameters, and what a match is worth whatever the way. */
type RankedTerm = Readonly<{ term: SearchTerm; name: string; value: number }>;

const rankedTerms = ({ terms, optional }: DecidedSearch): RankedTerm[] => [
  ...terms.slice(0, RANKED_TERMS).map((term, index) => ({ term, name: `search_${index}`, value: MATCH_POINTS })),
  ...optional.map((term, index) => ({ term, name: `search_extra_${index}`, value: 0 })),
];

/** As `matchOf` computes it. */
const relevance = ($: Parameters, ranked: readonly RankedTerm[]): RawBuilder<number> => {
  const points = ranked.map((each) => pointsOf($, each));
  const ofCode = sql`case when search.words @@ ${$('search_code')}::tsquery then ${sql.lit(CODE_POINTS)} else 0 end`;
  const sum = sql.join([ofCode, ...points], sql` + `);
  return sql`${sql.lit(NAME_LENGTHS)} * (${sum}) - least(search.name_length, ${sql.lit(NAME_LENGTHS - 1)})`;
};

/** First whether it matches at all: where most words are missing, one test for each of them is enough. */
const pointsOf = ($: Parameters, { term, name, value }: RankedTerm): RawBuilder<number> => {
  const isMatch = (way: string): RawBuilder<SqlBool> => sql`search.words @@ ${$(`${name}_${way}`)}::tsquery`;
  const cases = matchesOf(term).map(
    ({ kind, weight, points }) => sql`when ${isMatch(kind + weight)} then ${sql.lit(value + points)}`,
  );
  return sql`case when not ${isMatch('any')} then 0 ${sql.join(cases, sql` `)} else 0 end`;
};

const matchesOf = (term: SearchTerm): typeof MATCHES => MATCHES.filter(({ kind }) => term[kind].length > 0);

const queryValues = (search: DecidedSearch): ParameterValues => ({ search_query: queryText(search, search.count) });

/** For each way to match a term, and for any, the query of it alone. */
const matchValues = ({ term, name }: RankedTerm): [string, string][] => [
  [`${name}_any`, termText(term)],
  ...matchesOf(term).map(({ kind, weight }): [string, string] => [
    `${name}_${kind}${weight}`,
    term[kind].map((phrase) => phraseText(phrase, kind, weight)).join('|'),
  ]),
];
