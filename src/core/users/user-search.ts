// Why: docs/decisions/0011-user-search.md

import type { User } from './user.ts';

/** Shorter words, in characters, match only at the start of a word. */
const SHORTEST_ANYWHERE = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** The search text of a user: name and e-mail, folded, with a space before each word. */
export const searchTextOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  ` ${fold(`${name ?? ''} ${email}`)}`;

/** The terms that a search text must contain: the words of the query, short ones as prefixes. */
export const searchTermsOf = (q: string): readonly string[] =>
  fold(q)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ([...word].length < SHORTEST_ANYWHERE ? ` ${word}` : word));

/**
 * The n-grams of a text for the index: all trigrams, and the bigrams at the start of words. A text contains a term only
 * if it has all n-grams of the term, in every script and on every database.
 */
export const searchGramsOf = (text: string): readonly string[] => {
  const characters = [...text];
  const grams = characters.flatMap((character, index) => {
    const [two, three] = [characters.slice(index, index + 2), characters.slice(index, index + 3)];
    return [
      ...(character === ' ' && two.length === 2 ? [two.join('')] : []),
      ...(three.length === 3 ? [three.join('')] : []),
    ];
  });
  return [...new Set(grams)];
};
