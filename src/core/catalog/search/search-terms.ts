import type { Languages, SearchRules } from '#core/shared/languages.ts';
import { isVocabulary } from './edits.ts';
import type { AskedWord, SearchQuery } from './search-query.ts';
import { joinedOf, phrasesOfParts, splitsOf } from './spellings.ts';
import { synonymsOf } from './synonyms.ts';
import {
  type ComparedWord,
  comparedWord,
  type KnownWords,
  keysOfAsked,
  type Meaning,
  meaningOf,
} from './vocabulary.ts';
import { isUnspaced, type Phrase, partsOf } from './words.ts';

/** How a term matches: by a word as it is, by its beginning, by another form or a synonym, misspelt, or by the end of a compound. */
export type MatchKind = 'exact' | 'prefix' | 'form' | 'misspelt' | 'part';

/** What a word of a query may mean: a product matches if it has one of these. */
export type SearchTerm = Readonly<Record<MatchKind, readonly Phrase[]>>;

/** What became of the words of a query. */
export type SearchMeta = Readonly<{
  /** Words that no product has, with those that were looked for instead. */
  corrected: Readonly<Record<string, readonly string[]>>;
  /** Words that were not looked for. */
  ignored: readonly string[];
}>;

/** What a search looks for, with what the vocabulary knows. */
export type Search = Pick<SearchQuery, 'required' | 'excluded' | 'code' | 'minFound'> &
  Readonly<{
    terms: readonly SearchTerm[];
    /** Terms that no product has to match, but the better ones do. */
    optional: readonly SearchTerm[];
    meta: SearchMeta;
  }>;

/** The limit of words that need not match. */
const MAX_OPTIONAL = 4;

/** The limit of words or phrases that a word may mean in each way. */
const MAX_MEANINGS = 50;

/** The words of a query that may mean others; later ones mean only themselves. */
const MAX_EXPANDED = 8;

/** How many corrections of a word are told. */
const MAX_TOLD = 5;

type Vocabulary = Readonly<{ languages: Languages; rules: SearchRules }>;

/** The words of a query that a product has to have: those that say something, or all, if none does or all are needed. */
const sayingOf = (
  { words, minFound }: Pick<SearchQuery, 'words' | 'minFound'>,
  { languages, rules }: Vocabulary,
): readonly AskedWord[] => {
  if (minFound === 0) return words;
  const isStopWord = ({ word }: AskedWord): boolean =>
    rules.languages.some((code) => languages[code].stopWords.has(word));
  const saying = words.filter((asked) => !asked.isInitial && !isStopWord(asked));
  return saying.length === 0 ? words : saying;
};

/** How words of the vocabulary are looked up. */
export type Lookup = Readonly<{
  /** Keys of words that may be meant. */
  keys: readonly string[];
  /** The word is looked up that is this, or the next one in alphabetical order, which may begin with it. */
  beginning: string | null;
}>;

/** How the known words are looked up that a query may mean. */
export const lookupOf = (query: SearchQuery, vocabulary: Vocabulary): Lookup => {
  const { languages, rules } = vocabulary;
  const words = sayingOf(query, vocabulary).slice(0, MAX_EXPANDED);
  const texts = words.flatMap(({ word, phrase }) =>
    phrase.length === 1 ? [word, ...partsOf(word)] : [word, ...phrase],
  );
  const own = texts.filter(isVocabulary);
  const meant = [...synonymsOf(texts, vocabulary).values()].flat(2);
  const keys = [...own, ...meant].flatMap((word) => keysOfAsked(languages, rules.languages, word));
  const joined = texts.flatMap((_, index) => joinedOf(texts, index));
  return {
    keys: [...new Set([...keys, ...joined, ...own.flatMap(splitsOf).flat()])],
    beginning: words.find(({ word, isPrefix }) => isPrefix && isVocabulary(word))?.word ?? null,
  };
};

/** A number of its own, as codes have: these are looked for as they are. */
const CODE_PART = /^[\d.]+$/;

/** The words of a query, of which those that signs separate and no product has as one are several. */
const separated = (words: readonly AskedWord[], isKnownWord: (word: string) => boolean): readonly AskedWord[] =>
  words.flatMap((asked) => {
    const { word, phrase } = asked;
    const isOne =
      phrase.length === 1 ||
      isUnspaced(word) ||
      isKnownWord(word) ||
      phrase.some((part) => CODE_PART.test(part) || !isVocabulary(part));
    return isOne ? [asked] : phrase.map((part) => ({ word: part, phrase: [part], isPrefix: false, isInitial: false }));
  });

/** The terms of a query, of which each may mean several of the known words. */
export const expandQuery = (query: SearchQuery, vocabulary: Vocabulary, known: KnownWords): Search => {
  const compared = comparedWord(vocabulary.languages, vocabulary.rules.languages);
  const asked = separated(query.words, known.has);
  const words = sayingOf({ words: asked, minFound: query.minFound }, vocabulary);
  const texts = words.map(({ word }) => word).slice(0, MAX_EXPANDED);
  const synonyms = synonymsOf(texts, vocabulary);
  const found = words.map((each, index) =>
    index < MAX_EXPANDED
      ? termOf(each, { compared, known, joined: joinedOf(texts, index), meant: synonyms.get(each.word) ?? [] })
      : plainTerm(each),
  );
  const isAnyKnown = found.some(({ isKnown }) => isKnown) || query.required.length > 0;
  // what has to have all words is not found by the known ones alone
  const kept = found.filter(({ isKnown }) => isKnown || !isAnyKnown || query.minFound === 0);
  const isKept = new Set(kept.map(({ word }) => word));
  return {
    terms: kept.map(({ term }) => term),
    optional: asked
      .filter((each) => !words.includes(each))
      .slice(0, MAX_OPTIONAL)
      .map((each) => plainTerm(each).term),
    required: query.required,
    excluded: query.excluded,
    code: query.code,
    minFound: query.minFound,
    meta: {
      corrected: Object.fromEntries(
        kept.flatMap(({ word, corrections }) => (corrections.length === 0 ? [] : [[word, corrections]])),
      ),
      ignored: asked.map(({ word }) => word).filter((word) => !isKept.has(word)),
    },
  };
};

type TermSource = Readonly<{
  compared: (word: string) => ComparedWord;
  known: KnownWords;
  joined: readonly string[];
  meant: readonly Phrase[];
}>;

type FoundTerm = Readonly<{ word: string; term: SearchTerm; isKnown: boolean; corrections: readonly string[] }>;

const plainTerm = ({ word, phrase, isPrefix, isInitial }: AskedWord): FoundTerm => ({
  word,
  term: { exact: [phrase], prefix: isPrefix || isInitial ? [phrase] : [], form: [], misspelt: [], part: [] },
  isKnown: true,
  corrections: [],
});

const termOf = ({ word, phrase, isPrefix }: AskedWord, { compared, known, joined, meant }: TermSource): FoundTerm => {
  const isSpelt = phrase.length === 1 || !isUnspaced(word);
  // such as `mm` of `M&M`, which is also a unit
  const isShort = phrase.length > 1 && !isVocabulary(word);
  const meanings = isVocabulary(word) ? meaningsOf(word, { compared, known }) : NO_MEANINGS;
  // codes are in no vocabulary
  const asOneWord = joined.filter((each) => known.has(each) || (HAS_DIGIT.test(each) && !isVocabulary(each)));
  const isWord = meanings.exact.length + meanings.form.length > 0;
  const asTwoWords = splitsOf(word).filter((split) => split.every(known.has));
  const ofSynonyms = meant.flatMap((synonym) => {
    const [only, ...others] = synonym;
    if (only === undefined || others.length > 0) return [synonym];
    return [[only], ...meaningsOf(only, { compared, known }).form.map((form) => [form])];
  });
  const asParts = phrasesOfParts(word).filter((parts) => parts.every((part) => !isVocabulary(part) || known.has(part)));
  const isBeginning = isPrefix && known.hasBeginning(word);
  const isFound = isWord || isBeginning || [asTwoWords, asParts, ofSynonyms].flat().length + asOneWord.length > 0;
  const rest = isFound ? [] : [meanings.part, meanings.misspelt].flat();
  const misspelt = isFound || rest.length > 0 ? meanings.misspelt : meanings.twice;
  const corrections = isFound || meanings.part.length > 0 ? [] : misspelt.slice(0, MAX_TOLD);
  return {
    word,
    term: {
      exact: [
        ...(isSpelt && !isShort ? [[word]] : []),
        ...(phrase.length > 1 ? [phrase] : []),
        ...asParts,
        ...asOneWord.map((each) => [each]),
      ],
      prefix: isPrefix ? [...(isSpelt ? [[word]] : []), ...(phrase.length > 1 ? [phrase] : [])] : [],
      form: [
        ...(isSpelt && isShort ? [[word]] : []),
        ...meanings.form.map((each) => [each]),
        ...asTwoWords,
        ...ofSynonyms,
      ].slice(0, MAX_MEANINGS),
      misspelt: misspelt.map((each) => [each]),
      part: meanings.part.map((each) => [each]),
    },
    isKnown: phrase.length > 1 || !isVocabulary(word) || isFound || rest.length + misspelt.length > 0,
    corrections,
  };
};

const HAS_DIGIT = /\d/;

type Meanings = Readonly<Record<Meaning, readonly string[]>>;

const NO_MEANINGS: Meanings = { exact: [], form: [], misspelt: [], twice: [], part: [] };

/** The known words that a word may mean, in each way. */
const meaningsOf = (word: string, { compared, known }: Pick<TermSource, 'compared' | 'known'>): Meanings => {
  const meanings: Record<Meaning, string[]> = { exact: [], form: [], misspelt: [], twice: [], part: [] };
  const asked = compared(word);
  for (const each of [...known.like(word)].sort()) {
    const meaning = meaningOf(asked, compared(each));
    if (meaning !== undefined && meanings[meaning].length < MAX_MEANINGS) meanings[meaning].push(each);
  }
  return meanings;
};
