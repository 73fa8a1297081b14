import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

/** A part of a page that the search finds: its address, its title and that of its page. */
type Found = Readonly<{ id: string; title: string; page: string }>;

const FREQUENT = new Set('a an and do for how i in is my of on or the to what with'.split(' '));

/** Words of other systems, and what the pages say. */
const SYNONYMS: readonly (readonly [words: RegExp, own: string])[] = [
  [/\b(?:pagination|paginate|paging)\b/i, 'pages cursor'],
  [/\b3[- ]?ds?\b(?: secure)?|\bsca\b/i, '3-D Secure'],
  [/\blog ?in\b/i, 'sign in'],
  [/\binventory\b/i, 'stock'],
  [/\b(?:coupon|voucher|promo)s?\b(?: codes?)?/i, 'discount code'],
  [/\b(?:sdk|npm|library|install)\b/i, 'TypeScript client'],
  [/\bchargebacks?\b/i, 'dispute'],
  [/\bgdpr\b/i, 'personal data'],
  [/\bguest checkout\b/i, 'guest order'],
];

/** Other forms of a word are found too. */
const stemOf = (term: string): string | null => {
  const word = term.toLowerCase();
  if (FREQUENT.has(word)) return null;
  return word.length > 3 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word;
};

/** Guides explain, and errors are looked up by their code. */
const weightOf = (address: string): number => {
  if (address.startsWith('/docs/guides/')) return 1.3;
  return address.startsWith('/docs/errors/') ? 0.5 : 1;
};

/** How parts are indexed and found: the same where the index is made and where it is read. */
export const SEARCH_OPTIONS: Options<Found & Readonly<{ text: string }>> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  processTerm: stemOf,
  searchOptions: {
    boost: { title: 4, page: 2 },
    boostDocument: (address) => weightOf(String(address)),
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};

/** So few are followed by those with some of the words. */
const FEW = 3;

/** The parts that a text finds, the best first. */
export const findParts = (index: MiniSearch, text: string): SearchResult[] => {
  const words = SYNONYMS.reduce((query, [other, own]) => query.replace(other, own), text);
  const all = index.search(words);
  if (all.length >= FEW) return all;
  const known = new Set(all.map(({ id }) => id));
  return [...all, ...index.search(words, { combineWith: 'OR' }).filter(({ id }) => !known.has(id))];
};
