import { isUnspaced } from './words.ts';

/** The shortest known word, in characters, that a misspelt one may mean. */
const MIN_KNOWN_LENGTH = 3;

/** The shortest word of a query that may be misspelt: among shorter ones almost any is one edit from another. */
const MIN_MISSPELT_LENGTH = 4;

/** The limit of words that one word of a query may mean. */
const MAX_ALTERNATIVES = 50;

const DIGIT = /\p{N}/u;

/** A word with more digits than letters is the code of one thing, and every thing would add such a word. */
const hasLetters = (word: string): boolean => {
  if (isUnspaced(word)) return false;
  const characters = [...word];
  return characters.filter((character) => DIGIT.test(character)).length * 2 <= characters.length;
};

/** Whether a word of a product may be what a misspelt one means. */
export const isVocabulary = (word: string): boolean => [...word].length >= MIN_KNOWN_LENGTH && hasLetters(word);

export const mayBeMisspelt = (word: string): boolean => [...word].length >= MIN_MISSPELT_LENGTH && hasLetters(word);

/**
 * The word, and the word without each of its letters. Two words that are one edit apart have one of these in common, so
 * an index on them finds the few words that may be.
 */
export const editKeysOf = (word: string): string[] => {
  const characters = [...word];
  const shorter = characters.flatMap((character, index) =>
    DIGIT.test(character) ? [] : [characters.toSpliced(index, 1).join('')],
  );
  return [...new Set([word, ...shorter])];
};

/**
 * Whether a word becomes the other by one edit of its letters: one inserted, deleted or substituted, or two neighbours
 * swapped. A digit is no letter: another digit makes the code of another thing.
 */
const isOneEditApart = (one: string, other: string): boolean => {
  const [long, short] = [[...one], [...other]].sort((a, b) => b.length - a.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  const start = long.findIndex((character, index) => character !== short[index]);
  if (start < 0) return false;
  const isInserted = long.length > short.length;
  const isSwapped = !isInserted && long[start] === short[start + 1] && long[start + 1] === short[start];
  const edited = isSwapped ? 2 : 1;
  const rest = long.slice(start + edited).join('');
  if (rest !== short.slice(start + (isInserted ? 0 : edited)).join('')) return false;
  const changed = [...long.slice(start, start + edited), ...(isInserted ? [] : short.slice(start, start + edited))];
  return !changed.some((character) => DIGIT.test(character));
};

/** The words of a vocabulary that a word of a query may mean, at most fifty, in order. */
export const alternativesOf = (word: string, vocabulary: Iterable<string>): string[] => {
  if (!mayBeMisspelt(word)) return [];
  const found = [...vocabulary].filter((known) => isVocabulary(known) && isOneEditApart(word, known));
  return [...new Set(found)].sort().slice(0, MAX_ALTERNATIVES);
};
