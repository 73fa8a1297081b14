import { completeCode } from '#core/catalog/search/search-document.ts';
import type { MatchKind, Search, SearchTerm } from '#core/catalog/search/search-terms.ts';
import type { Phrase } from '#core/catalog/search/words.ts';
import { lexeme } from '../statements/lexeme.ts';

/** The text of a `tsquery`: as many terms, or the code, with what is required and without what is excluded. */
export const queryText = ({ terms, code, required, excluded }: Search, count: number): string => {
  const complete = lexeme(completeCode(code));
  const found =
    terms.length === 0 ? [] : [anyOf(combinations(terms.map(termText), count).map((each) => each.join('&')))];
  const asked = required.length > 0 && terms.length === 0 ? [] : [anyOf([...found, complete])];
  const filters = [
    ...required.map((phrase) => phraseText(phrase)),
    ...excluded.map((phrase) => `!${phraseText(phrase)}`),
  ];
  return [...asked, ...filters].join('&');
};

/** All ways to choose as many of some: all, all but one, or one. */
const combinations = (texts: readonly string[], count: number): (readonly string[])[] => {
  if (count === texts.length) return [texts];
  return count === 1 ? texts.map((text) => [text]) : texts.map((_, index) => texts.toSpliced(index, 1));
};

const anyOf = (texts: readonly string[]): string => `(${texts.map((text) => `(${text})`).join('|')})`;

/** The kinds of matches that a term can have. */
export const kindsOf = (term: SearchTerm): MatchKind[] =>
  (Object.keys(term) as MatchKind[]).filter((kind) => term[kind].length > 0);

export const termText = (term: SearchTerm): string =>
  `(${kindsOf(term)
    .flatMap((kind) => term[kind].map((phrase) => phraseText(phrase, kind)))
    .join('|')})`;

/** A phrase whose words have a weight. Of a prefix, the last word is the beginning of one. */
export const phraseText = (phrase: Phrase, kind: MatchKind = 'exact', weight = ''): string => {
  const words = phrase.map((word, index) => {
    const label = `${kind === 'prefix' && index === phrase.length - 1 ? '*' : ''}${weight}`;
    return lexeme(word) + (label === '' ? '' : `:${label}`);
  });
  return `(${words.join('<->')})`;
};
