import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Visibility } from '#core/catalog/ports.ts';
import { stepsOf } from '#core/catalog/search/relevance.ts';
import { completeCode } from '#core/catalog/search/search-document.ts';
import { parseQuery } from '#core/catalog/search/search-query.ts';
import { expandQuery, type Lookup, lookupOf, type Search } from '#core/catalog/search/search-terms.ts';
import { keysOfAsked, knownWords } from '#core/catalog/search/vocabulary.ts';
import type { Languages, SearchRules } from '#core/shared/languages.ts';
import type { Database } from '../connection/database.ts';
import { lexeme } from '../statements/lexeme.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { queryText } from './search-texts.ts';

/** The limit of known words with one key, and of all that are compared with those of a query. */
const MAX_OF_KEY = 100;
const MAX_COMPARED = 2_000;

/** Key by key, since for some tens of keys PostgreSQL would read the whole vocabulary instead of the index. */
const FIND_KNOWN = prepare<Lookup & Readonly<{ visibility: Visibility }>>()(($) => {
  const isShown = sql<SqlBool>`(is_public or ${$('visibility')} = 'full')`;
  const withKey = db
    .selectFrom('search_words')
    .select('word')
    .where(sql<SqlBool>`edit_keys @> array[key]`)
    .where(isShown)
    .limit(sql.lit(MAX_OF_KEY));
  const withKeys = db
    .selectFrom(sql<{ key: string }>`unnest(${$('keys')}::text[])`.as<'keys'>(sql`keys (key)`))
    .innerJoinLateral(withKey.as('known'), (join) => join.onTrue())
    .select(['keys.key', 'known.word'])
    .limit(sql.lit(MAX_COMPARED));
  const after = db
    .selectFrom('search_words')
    .select('word')
    .where(sql<SqlBool>`word >= ${$('beginning')}::text`)
    .where(isShown)
    .orderBy('word')
    .limit(sql.lit(1));
  return db
    .selectFrom(withKeys.as('known'))
    .select(['key', 'word'])
    .unionAll(db.selectFrom(after.as('known')).select([sql<string>`''`.as('key'), 'word']));
});

/** The limit of rows whose products are counted: a product has one for each of its variants. */
const MAX_COUNTED = 1_000;

type Step = Readonly<{ code: string; all: string; most: string; minFound: number; visibility: Visibility }>;

const ONCE = sql<number>`1`;

/**
 * Which of the first steps finds enough: all words or the complete code, or most words. Planned for all rows, which takes
 * the index: for few rows PostgreSQL would read the table until it has found them.
 */
const FIND_STEP = prepare<Step>()(($) => {
  const isFoundOften = (query: RawBuilder<string>, enough: RawBuilder<number>): RawBuilder<SqlBool> => sql`(
    with found as materialized (
      select root_id from product_search
      where words @@ ${query}::tsquery and (is_on_sale or ${$('visibility')} = 'full'))
    select count(distinct root_id) from (select root_id from found limit ${sql.lit(MAX_COUNTED)}) few)
      >= ${enough}`;
  const isAll = sql`${isFoundOften(sql`${$('code')}`, ONCE)} or ${isFoundOften(sql`${$('all')}`, sql`${$('minFound')}::int`)}`;
  return db.selectNoFrom(
    sql<number>`case when ${isAll} then 0 when ${isFoundOften(sql`${$('most')}`, ONCE)} then 1 else 2 end`.as('step'),
  );
});

type Asked = Readonly<{
  q: string;
  minFound?: number | undefined;
  visibility: Visibility;
  languages: Languages;
  rules: SearchRules;
}>;

/** What a text asks for, with what the words of the vocabulary are to it. */
export const findSearch = async (
  database: Pick<Database, 'query'>,
  { q, minFound, visibility, languages, rules }: Asked,
): Promise<Search> => {
  const query = parseQuery(q, minFound);
  const lookup = lookupOf(query, { languages, rules });
  const found = lookup.keys.length === 0 ? [] : await database.query(FIND_KNOWN({ ...lookup, visibility }));
  const known = knownWords(found, (word) => keysOfAsked(languages, rules.languages, word));
  return expandQuery(query, { languages, rules }, known);
};

/** A search with the number of terms that have to match. */
export type DecidedSearch = Search & Readonly<{ count: number }>;

/** A search for all of its terms. */
export const searchForAll = (search: Search): DecidedSearch => ({ ...search, count: search.terms.length });

/** The search for as many terms that enough products have them. */
export const decideSearch = async (
  database: Pick<Database, 'query'>,
  { search, visibility }: Readonly<{ search: Search; visibility: Visibility }>,
): Promise<DecidedSearch> => {
  const [all, ...fewer] = stepsOf(search);
  const [most, any = most] = fewer;
  if (most === undefined || any === undefined) return { ...search, count: all };
  const texts = { all: queryText(search, all), most: queryText(search, most) };
  const code = lexeme(completeCode(search.code));
  const [found] = await database.query(FIND_STEP({ ...texts, code, minFound: search.minFound, visibility }));
  return { ...search, count: [all, most, any][found?.step ?? 0] ?? any };
};
