import { alternativesOf } from './one-edit.ts';
import { codeOf, isUnspaced, queryWordsOf } from './words.ts';

/** A word of a query. A product matches if it has the word, one of the alternatives, or a word with the prefix. */
export type SearchTerm = Readonly<{
  word: string;
  isPrefix: boolean;
  /** Known words one edit away. */
  alternatives: readonly string[];
}>;

/** What `q` asks for. A product matches if it matches every term, or if its sku is the code. */
export type SearchQuery = Readonly<{
  terms: readonly SearchTerm[];
  /** The query as one word, in case it is a sku. */
  code: string;
}>;

/** The shortest beginning of a word, in characters: almost every product has a word that begins with a given letter. */
const MIN_PREFIX_LENGTH = 2;

export const SearchQuery = {
  /** The different words of `q`, without alternatives; none if it has no letter and no digit. */
  parse: (q: string): SearchQuery => {
    const words = queryWordsOf(q);
    const last = words.at(-1);
    return {
      terms: [...new Set(words)].map((word) => ({
        word,
        isPrefix: isUnspaced(word) ? [...word].length === 1 : word === last && [...word].length >= MIN_PREFIX_LENGTH,
        alternatives: [],
      })),
      code: codeOf(q),
    };
  },

  /** The query with the alternatives of its words among the words of a vocabulary. */
  expand: (query: SearchQuery, vocabulary: Iterable<string>): SearchQuery => {
    const known = [...vocabulary];
    return {
      ...query,
      terms: query.terms.map((term) => ({ ...term, alternatives: alternativesOf(term.word, known) })),
    };
  },
};
