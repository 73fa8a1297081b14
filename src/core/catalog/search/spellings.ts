import { isUnspaced, type Phrase, partsOf } from './words.ts';

// A word may be written as several words, and several as one.

/** The shortest part of a word that may be two words. */
const MIN_SPLIT_LENGTH = 3;

/** The letters and digits of longer codes are looked for as they are. */
const MAX_PARTS = 4;

/** Both parts of a word, wherever it may be two. */
export const splitsOf = (word: string): Phrase[] => {
  const characters = [...word];
  const splits: Phrase[] = [];
  for (let at = MIN_SPLIT_LENGTH; at + MIN_SPLIT_LENGTH <= characters.length; at += 1)
    splits.push([characters.slice(0, at).join(''), characters.slice(at).join('')]);
  return splits;
};

/** A word together with those beside it, as one word each. */
export const joinedOf = (words: readonly string[], index: number): string[] => {
  const [before, own, after] = [words[index - 1], words[index], words[index + 1]];
  return [before && `${before}${own}`, after && `${own}${after}`].filter((word) => word !== undefined);
};

/** Letters and digits of a word as products may have them, one after the other: `s24ultra` as `s24 ultra`. */
export const phrasesOfParts = (word: string): Phrase[] => {
  const parts = isUnspaced(word) ? [] : partsOf(word);
  if (parts.length === 0 || parts.length > MAX_PARTS) return [];
  const [first = '', ...others] = parts;
  const phrases = others.reduce<Phrase[]>(
    (before, part) =>
      before.flatMap((phrase) => [
        [...phrase, part],
        [...phrase.slice(0, -1), `${phrase.at(-1)}${part}`],
      ]),
    [[first]],
  );
  return phrases.filter(({ length }) => length > 1);
};
