import type { Languages, SearchRules } from '#core/shared/languages.ts';
import { stemsOf } from './vocabulary.ts';
import { type Phrase, queryPhrasesOf } from './words.ts';

/** A phrase of a group, and what else it means. */
type Synonym = Readonly<{ phrase: Phrase; others: readonly Phrase[] }>;

/** Synonyms by the stems of their first word. */
type SynonymIndex = ReadonlyMap<string, readonly Synonym[]>;

const indexes = new WeakMap<SearchRules, SynonymIndex>();

/** Made once for the rules: a shop may have thousands of synonyms, and each search asks for them. */
const indexOf = (languages: Languages, rules: SearchRules): SynonymIndex => {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const index = new Map<string, Synonym[]>();
  for (const group of rules.synonyms) {
    const phrases = group.map((text) => queryPhrasesOf(text).map((words) => words.join('')));
    for (const [own, phrase] of phrases.entries()) {
      const synonym = { phrase, others: phrases.filter(({ length }, at) => at !== own && length > 0) };
      for (const stem of phrase.slice(0, 1).flatMap((word) => stemsOf(languages, rules.languages, word)))
        index.set(stem, [...(index.get(stem) ?? []), synonym]);
    }
  }
  indexes.set(rules, index);
  return index;
};

/** What each of some words in order also means by the shop's synonyms. */
export const synonymsOf = (
  words: readonly string[],
  { languages, rules }: Readonly<{ languages: Languages; rules: SearchRules }>,
): ReadonlyMap<string, readonly Phrase[]> => {
  const found = new Map<string, readonly Phrase[]>();
  if (rules.synonyms.length === 0) return found;
  const index = indexOf(languages, rules);
  const stems = (word: string): string[] => stemsOf(languages, rules.languages, word);
  for (const [from, word] of words.entries()) {
    for (const { phrase, others } of new Set(stems(word).flatMap((stem) => index.get(stem) ?? []))) {
      const meant = words.slice(from, from + phrase.length);
      const isMeant = phrase.every((each, at) => stems(each).some((stem) => stems(meant[at] ?? '').includes(stem)));
      if (isMeant) for (const each of meant) found.set(each, [...(found.get(each) ?? []), ...others]);
    }
  }
  return found;
};
