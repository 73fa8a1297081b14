import { codeOf, isUnspaced, type Phrase, queryPhrasesOf } from './words.ts';

/** A word of a query. */
export type AskedWord = Readonly<{
  /** As one word: `wifi` of `wi-fi`. */
  word: string;
  /** The words that it is written with. */
  phrase: Phrase;
  /** Whether it may be the beginning of a word. */
  isPrefix: boolean;
  /** Whether it is a letter of a word that is still being typed: `t-shirt b`. */
  isInitial: boolean;
}>;

/** What `q` asks for. */
export type SearchQuery = Readonly<{
  /** The different words, in order. */
  words: readonly AskedWord[];
  /** What a product has to have as it is, and what it must not have. */
  required: readonly Phrase[];
  excluded: readonly Phrase[];
  /** The query as one word, in case it is a sku or a barcode. */
  code: string;
  /** With fewer products than these that have all words, those that lack one are found too; 0: all words are needed. */
  minFound: number;
}>;

/** The shortest beginning of a word, in characters: almost every product has a word that begins with a given letter. */
const MIN_PREFIX_LENGTH = 2;

const QUOTED = /(?<=^|\s)(-?)["“”„«»]([^"“”„«»]+)["“”«»]/g;

/** A minus before a number is one: `-10 °C`. */
const EXCLUDED = /(?<=^|\s)-(?=\p{L})\S+/gu;

/** Separates what stands around it. */
const SEPARATOR = ' | ';

/** With fewer products than these that have all words, those that lack one are found too, and with none those that have any. */
const MIN_FOUND = 10;

/** In another order than by relevance, what has fewer words would stand among what has more: only the latter is found. */
export const minFoundIn = (sort: object | undefined): number => (sort === undefined ? MIN_FOUND : 1);

/** The words of `q`; none if it has no letter and no digit, or only what is excluded. */
export const parseQuery = (q: string, minFound = MIN_FOUND): SearchQuery => {
  const required: Phrase[] = [];
  const excluded: Phrase[] = [];
  const note = (phrases: Phrase[], text: string): string => {
    const words = queryPhrasesOf(text).flat();
    if (words.length > 0) phrases.push(words);
    return SEPARATOR;
  };
  const rest = q
    .replace(QUOTED, (_, minus: string, text: string) => note(minus === '' ? required : excluded, text))
    .replace(EXCLUDED, (text) => note(excluded, text));
  const phrases = queryPhrasesOf(rest);
  const last = rest.endsWith(SEPARATOR) ? undefined : phrases.at(-1)?.join('');
  const words = new Map(phrases.map((phrase) => [phrase.join(''), phrase]));
  return {
    words: [...words].map(([word, phrase]) => ({
      word,
      phrase,
      isPrefix: isUnspaced(word) ? [...word].length === 1 : word === last && [...word].length >= MIN_PREFIX_LENGTH,
      isInitial: word === last && words.size > 1 && /^\p{L}$/v.test(word) && !isUnspaced(word),
    })),
    required,
    excluded: required.length + words.size === 0 ? [] : excluded,
    code: codeOf(q),
    minFound,
  };
};
