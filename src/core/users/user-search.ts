import type { User } from './user.ts';

/** Shorter words than these, in characters, are found in most texts. */
const SHORTEST_ANYWHERE = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** What a person is found by: their name and e-mail, folded, each word with a space before it. */
export const searchTextOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  ` ${fold(`${name ?? ''} ${email}`)}`;

/** What a person's search text has to hold, all of it: the words of the search; short ones as beginnings of words. */
export const searchTermsOf = (q: string): readonly string[] =>
  fold(q)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ([...word].length < SHORTEST_ANYWHERE ? ` ${word}` : word));

/**
 * The pieces of a text that an index may hold: all of three characters, and of two where a word begins. A text holds a
 * term only if its pieces have all of the term's; they are the same in every script and on every database.
 */
export const searchGramsOf = (text: string): readonly string[] => {
  const characters = [...text];
  const grams = characters.flatMap((character, place) => {
    const [two, three] = [characters.slice(place, place + 2), characters.slice(place, place + 3)];
    return [
      ...(character === ' ' && two.length === 2 ? [two.join('')] : []),
      ...(three.length === 3 ? [three.join('')] : []),
    ];
  });
  return [...new Set(grams)];
};
