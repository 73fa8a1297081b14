import { completeCode, type SearchDocument, WEIGHTS, type Weight } from './search-document.ts';
import type { SearchQuery, SearchTerm } from './search-query.ts';

/** How a term matches a word: as it is, by its beginning, or by an alternative. */
export type MatchKind = 'exact' | 'prefix' | 'alternative';

/** What a match is worth: a word that was spelt right counts more than any alternative, wherever it is. */
const POINTS: Readonly<Record<MatchKind, Readonly<Record<Weight, number>>>> = {
  exact: { A: 16, B: 13, C: 10, D: 7 },
  prefix: { A: 15, B: 12, C: 9, D: 6 },
  alternative: { A: 4, B: 3, C: 2, D: 1 },
};

/** Every way to match with its points, the best first. */
export const MATCHES = (Object.keys(POINTS) as MatchKind[])
  .flatMap((kind) => WEIGHTS.map((weight) => ({ kind, weight, points: POINTS[kind][weight] })))
  .toSorted((one, other) => other.points - one.points);

/** The terms whose points count; later ones have to match only. */
export const RANKED_TERMS = 8;

/** More than all terms together: the product with this very sku is the first. */
export const CODE_POINTS = 1_000;

/** Points are multiplied by this, so that among products with equal points the one with the shortest name is first. */
export const NAME_LENGTHS = 64;

/** How well a product matches: a whole number, or undefined if it does not match. */
export const relevanceOf = (
  { words, nameLength }: SearchDocument,
  { terms, code }: SearchQuery,
): number | undefined => {
  const points = terms.map((term) => pointsOf(words, term));
  const isCode = words.has(completeCode(code));
  if (!isCode && (points.length === 0 || points.includes(0))) return undefined;
  const ranked = points.slice(0, RANKED_TERMS).reduce((sum, each) => sum + each, 0);
  return NAME_LENGTHS * (ranked + (isCode ? CODE_POINTS : 0)) - Math.min(nameLength, NAME_LENGTHS - 1);
};

const pointsOf = (words: SearchDocument['words'], { word, isPrefix, alternatives }: SearchTerm): number => {
  const pointsFor = (kind: MatchKind, found: string): number => {
    const weight = words.get(found);
    return weight === undefined ? 0 : POINTS[kind][weight];
  };
  const longer = isPrefix ? [...words.keys()].filter((known) => known.startsWith(word)) : [];
  return Math.max(
    pointsFor('exact', word),
    ...longer.map((found) => pointsFor('prefix', found)),
    ...alternatives.map((found) => pointsFor('alternative', found)),
  );
};
