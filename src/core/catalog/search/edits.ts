import { isUnspaced } from './words.ts';

/** The shortest known word, in characters, that a misspelt one may mean. */
const MIN_KNOWN_LENGTH = 3;

/** The shortest word of a query that may be misspelt: among shorter ones almost any is one edit from another. */
const MIN_MISSPELT_LENGTH = 4;

/** The shortest known word that one with two wrong letters may mean. */
const MIN_TWICE_MISSPELT_LENGTH = 8;

/** Also the point of `1.5`. */
const DIGIT = /[\p{N}.]/u;

/** A word with more digits than letters is the code of one thing, and every thing would add such a word. */
const hasLetters = (word: string): boolean => {
  if (isUnspaced(word)) return false;
  const characters = [...word];
  return characters.filter((character) => DIGIT.test(character)).length * 2 <= characters.length;
};

/** Whether a word of a product may be what a word of a query means. */
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

/** Two edits leave one of three parts as it is. */
const PARTS = 3;

/** Where a known word's parts begin and end. */
const boundsOf = (length: number): (readonly [start: number, end: number])[] =>
  Array.from({ length: PARTS }, (_, part) => [
    Math.floor((length * part) / PARTS),
    Math.floor((length * (part + 1)) / PARTS),
  ]);

/** Only words with the same first letter are compared, which leaves few with a part in common. */
const partKey = (
  [first]: readonly string[],
  length: number,
  part: Readonly<{ number: number; text: string }>,
): string => `#${first}${length}.${part.number}.${part.text}`;

/** Digits have to be right, so words with some have no two wrong letters. */
const mayBeTwiceMisspelt = (word: string): boolean => hasLetters(word) && !DIGIT.test(word);

/** The parts of a known word that is long enough for two edits. */
export const partKeysOf = (known: string): string[] => {
  const characters = [...known];
  const { length } = characters;
  if (length < MIN_TWICE_MISSPELT_LENGTH || !mayBeTwiceMisspelt(known)) return [];
  return boundsOf(length).map(([start, end], number) =>
    partKey(characters, length, { number, text: characters.slice(start, end).join('') }),
  );
};

/** The parts of which every known word has one that is two edits from a word of a query, and begins as it does. */
export const misspeltPartKeysOf = (word: string): string[] => {
  const characters = [...word];
  const keys = new Set<string>();
  if (!mayBeTwiceMisspelt(word)) return [];
  for (let length = characters.length - 2; length <= characters.length + 2; length += 1) {
    if (length < MIN_TWICE_MISSPELT_LENGTH) continue;
    for (const [number, [start, end]] of boundsOf(length).entries()) {
      // a part is at its place, or moved by the edits before it
      for (let at = Math.max(0, start - 2); at <= start + 2 && at + end - start <= characters.length; at += 1) {
        const text = characters.slice(at, at + end - start).join('');
        keys.add(partKey(characters, length, { number, text }));
      }
    }
  }
  return [...keys];
};

/** More edits than a word may have. */
const TOO_MANY = 3;

/** The letters of two words without those that both begin and end with. */
const differing = (one: readonly string[], other: readonly string[]): (readonly string[])[] => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one, other].map((letters) => letters.slice(start, letters.length - end));
};

/** A digit is no letter: another digit makes the code of another thing. */
const costsOf = (letters: readonly string[]): number[] => letters.map((letter) => (DIGIT.test(letter) ? TOO_MANY : 1));

/** How many letters are inserted, deleted, substituted, or swapped with their neighbour between two words, up to three. */
export const editsBetween = (one: string, other: string): number => {
  const [rows = [], columns = []] = differing([...one], [...other]);
  if (Math.abs(rows.length - columns.length) >= TOO_MANY) return TOO_MANY;
  const [rowCosts, columnCosts] = [costsOf(rows), costsOf(columns)];
  const at = (costs: readonly number[], index: number): number => costs[index] ?? TOO_MANY;
  let beforeLast: readonly number[] = [];
  let last = [0];
  for (const [column, cost] of columnCosts.entries()) last.push(at(last, column) + cost);
  for (let row = 0; row < rows.length; row += 1) {
    const cost = at(rowCosts, row);
    const next = [at(last, 0) + cost];
    let least = at(next, 0);
    for (let column = 0; column < columns.length; column += 1) {
      const isSame = rows[row] === columns[column];
      const other = at(columnCosts, column);
      let best = Math.min(at(last, column + 1) + cost, at(next, column) + other);
      best = Math.min(best, at(last, column) + (isSame ? 0 : Math.max(cost, other)));
      const isSwapped = row > 0 && rows[row] === columns[column - 1] && rows[row - 1] === columns[column];
      if (isSwapped) best = Math.min(best, at(beforeLast, column - 1) + Math.max(cost, other));
      next.push(best);
      least = Math.min(least, best);
    }
    if (least >= TOO_MANY) return TOO_MANY;
    [beforeLast, last] = [last, next];
  }
  return Math.min(last.at(-1) ?? TOO_MANY, TOO_MANY);
};

/** How a known word is what a misspelt one of a query may mean: with one wrong letter, or with two but for the first. */
export const misspellingOf = (word: string, known: string): 'misspelt' | 'twice' | undefined => {
  const mayBeOne = mayBeMisspelt(word) && isVocabulary(known);
  const mayBeTwo =
    [...known].length >= MIN_TWICE_MISSPELT_LENGTH &&
    word.codePointAt(0) === known.codePointAt(0) &&
    mayBeTwiceMisspelt(word);
  if (!mayBeOne && !mayBeTwo) return undefined;
  const edits = editsBetween(word, known);
  if (edits === 1 && mayBeOne) return 'misspelt';
  return edits === 2 && mayBeTwo ? 'twice' : undefined;
};
