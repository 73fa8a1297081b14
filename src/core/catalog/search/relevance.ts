import { completeCode, type SearchDocument, WEIGHTS, type Weight } from './search-document.ts';
import type { MatchKind, Search, SearchTerm } from './search-terms.ts';
import type { Phrase } from './words.ts';

/** What a match is worth: any right word counts more than a misspelt one, and the end of a compound only in a name more than a word in a description. */
const POINTS: Readonly<Record<MatchKind, Readonly<Record<Weight, number>>>> = {
  exact: { A: 24, B: 20, C: 16, D: 12 },
  form: { A: 23, B: 19, C: 15, D: 11 },
  prefix: { A: 22, B: 18, C: 14, D: 10 },
  part: { A: 13, B: 9, C: 2, D: 1 },
  misspelt: { A: 8, B: 7, C: 6, D: 5 },
};

/** The terms whose points count; later ones have to match only. */
export const RANKED_TERMS = 8;

/** For each of the words that have to match: more than the points of all, so that what has more of them is the first. */
export const MATCH_POINTS = 200;

/** Every way to match with its own points, the best first. */
export const MATCHES = (Object.keys(POINTS) as MatchKind[])
  .flatMap((kind) => WEIGHTS.map((weight) => ({ kind, weight, points: POINTS[kind][weight] })))
  .toSorted((one, other) => other.points - one.points);

/** More than all terms together: the product with this very sku is the first. */
export const CODE_POINTS = 10_000;

/** Points are multiplied by this, so that among products with equal points the one with the shortest name is first. */
export const NAME_LENGTHS = 64;

/** The limit of words of which one may be missing: each may, so their number counts twice. */
const MAX_MISSABLE = 6;

/** How many terms have to match, at each step from all to any. */
export const stepsOf = ({ terms: { length }, minFound }: Search): readonly [number, ...number[]] => {
  if (minFound === 0 || length < 2) return [length];
  return length > 2 && length <= MAX_MISSABLE ? [length, length - 1, 1] : [length, 1];
};

export type Matched = Readonly<{
  /** How many terms match. */
  terms: number;
  isCode: boolean;
  relevance: number;
}>;

/** How well a product matches; undefined if it has nothing that was asked for, or not what has to be. */
export const matchOf = ({ words, nameLength }: SearchDocument, search: Search): Matched | undefined => {
  const hasPhrase = (phrase: Phrase): boolean => weightsOf(words, phrase).length > 0;
  if (!search.required.every(hasPhrase) || search.excluded.some(hasPhrase)) return undefined;
  const points = search.terms.map((term) => pointsOf(words, term));
  const isCode = words.has(completeCode(search.code));
  const terms = points.filter((each) => each > 0).length;
  if (!isCode && terms === 0 && search.terms.length > 0) return undefined;
  if (!isCode && search.terms.length + search.required.length === 0) return undefined;
  const ranked = points.slice(0, RANKED_TERMS).map((each) => (each > 0 ? MATCH_POINTS + each : 0));
  const extra = search.optional.map((term) => pointsOf(words, term));
  const sum = [...ranked, ...extra, isCode ? CODE_POINTS : 0].reduce((total, each) => total + each, 0);
  return { terms, isCode, relevance: NAME_LENGTHS * sum - Math.min(nameLength, NAME_LENGTHS - 1) };
};

type Words = SearchDocument['words'];

/**
 * The weights of the places at which a phrase begins whose words are all of that weight, as PostgreSQL sees them. Of a
 * prefix, the last word is the beginning of one.
 */
const weightsOf = (words: Words, phrase: Phrase, isPrefix = false): Weight[] => {
  const [first = [], ...others] = phrase.map((word, index) =>
    isPrefix && index === phrase.length - 1 ? placesFrom(words, word) : (words.get(word) ?? []),
  );
  return first
    .filter(({ at, weight }) =>
      others.every((places, index) => places.some((place) => place.at === at + index + 1 && place.weight === weight)),
    )
    .map(({ weight }) => weight);
};

const placesFrom = (words: Words, beginning: string) =>
  [...words].flatMap(([word, places]) => (word.startsWith(beginning) ? places : []));

const pointsOf = (words: Words, term: SearchTerm): number => {
  const weights = (kind: MatchKind): Weight[] =>
    term[kind].flatMap((phrase) => weightsOf(words, phrase, kind === 'prefix'));
  const best = MATCHES.find(({ kind, weight }) => term[kind].length > 0 && weights(kind).includes(weight));
  return best?.points ?? 0;
};
