import type { User } from './user.ts';

/** Shorter words than these, in characters, would be found in most texts, and by no index. */
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
