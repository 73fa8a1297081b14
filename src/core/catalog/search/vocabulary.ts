import { COMPOUNDING, LANGUAGES, type LanguageCode, type Languages } from '#core/shared/languages.ts';
import { editKeysOf, mayBeMisspelt, misspellingOf, misspeltPartKeysOf, partKeysOf } from './edits.ts';

/** The shortest end of a compound that a query may ask for, and the shortest beginning before its stem. */
const MIN_END = 4;
const MIN_BEGINNING = 3;
const MIN_END_STEM = 3;

/** Letters that a keyboard without signs writes as two: `buerotuer`, `blaabaer`. */
const TRANSCRIBED = /([aou])e|aa/g;

/** A word without the second letters of transcriptions: the same for `bürotür`, `burotur` and `buerotuer`. */
const plainOf = (word: string): string => word.replace(TRANSCRIBED, (_, vowel?: string) => vowel ?? 'a');

/** The word itself, and its stem in each of some languages. */
export const stemsOf = (languages: Languages, codes: readonly LanguageCode[], word: string): string[] => [
  ...new Set([word, ...codes.map((code) => languages[code].stem(word))]),
];

const stemKey = (stem: string): string => `~${stem}`;
const endKey = (end: string): string => `*${end}`;

/** The ends of a compound's stem. */
const endsOf = (stem: string): string[] => {
  const characters = [...stem];
  const ends: string[] = [];
  for (let start = MIN_BEGINNING; start + MIN_END_STEM <= characters.length; start += 1)
    ends.push(characters.slice(start).join(''));
  return ends;
};

/** What a known word is looked up by in an index: it and a word of a query that may mean it have one of these in common. */
export const keysOfKnown = (languages: Languages, word: string): string[] => [
  ...new Set([
    ...editKeysOf(word),
    ...partKeysOf(word),
    plainOf(word),
    ...stemsOf(languages, LANGUAGES, word).map(stemKey),
    ...stemsOf(languages, COMPOUNDING, word).flatMap(endsOf).map(endKey),
  ]),
];

/** What a word of a query is looked up by. */
export const keysOfAsked = (languages: Languages, codes: readonly LanguageCode[], word: string): string[] => {
  const misspelt = mayBeMisspelt(word) ? editKeysOf(word) : [word];
  const compounds = [...word].length < MIN_END ? [] : stemsOf(languages, compoundingOf(codes), word);
  return [
    ...new Set([
      ...misspelt,
      ...misspeltPartKeysOf(word),
      plainOf(word),
      ...stemsOf(languages, codes, word).map(stemKey),
      ...compounds.filter((stem) => [...stem].length >= MIN_END_STEM).map(endKey),
    ]),
  ];
};

const compoundingOf = (codes: readonly LanguageCode[]): LanguageCode[] =>
  codes.filter((code) => COMPOUNDING.includes(code));

/** The words of products, as far as they may be meant by a query. */
export type KnownWords = Readonly<{
  has(word: string): boolean;
  /** Those that have something in common with a word of the query. */
  like(word: string): Iterable<string>;
  hasBeginning(beginning: string): boolean;
}>;

/** A known word, with the key that it was looked up by. */
export type FoundWord = Readonly<{ key: string; word: string }>;

/** The words that were looked up by `keysOf` those of the query. */
export const knownWords = (found: Iterable<FoundWord>, keysOf: (word: string) => readonly string[]): KnownWords => {
  const byKey = Map.groupBy(found, ({ key }) => key);
  const words = new Set([...byKey.values()].flat().map(({ word }) => word));
  return {
    has: (word) => words.has(word),
    like: (word) => new Set(keysOf(word).flatMap((key) => byKey.get(key)?.map((each) => each.word) ?? [])),
    hasBeginning: (beginning) => [...words].some((word) => word.startsWith(beginning)),
  };
};

/** How a known word is what a word of a query means. */
export type Meaning = 'exact' | 'form' | 'misspelt' | 'twice' | 'part';

/** A word with what it is compared by. */
export type ComparedWord = Readonly<{
  word: string;
  plain: string;
  /** By language. */
  stems: readonly string[];
  /** Those of languages with compounds. */
  compoundStems: readonly string[];
}>;

export const comparedWord =
  (languages: Languages, codes: readonly LanguageCode[]) =>
  (word: string): ComparedWord => {
    const stemsIn = (some: readonly LanguageCode[]): string[] => some.map((code) => languages[code].stem(word));
    return { word, plain: plainOf(word), stems: stemsIn(codes), compoundStems: stemsIn(compoundingOf(codes)) };
  };

export const meaningOf = (asked: ComparedWord, known: ComparedWord): Meaning | undefined => {
  if (asked.word === known.word) return 'exact';
  const isForm = asked.stems.some((stem, at) => stem === known.stems[at]);
  if (isForm || asked.plain === known.plain) return 'form';
  const misspelling = misspellingOf(asked.word, known.word);
  return misspelling !== 'misspelt' && isEndOf(asked, known) ? 'part' : misspelling;
};

const isEndOf = ({ word, compoundStems }: ComparedWord, known: ComparedWord): boolean =>
  [...word].length >= MIN_END &&
  compoundStems.some((stem, at) => {
    const whole = known.compoundStems[at] ?? '';
    return whole.endsWith(stem) && endsOf(whole).includes(stem);
  });
