import { type Language, language } from './language.ts';

/** What is computed once for each language, such as the names of all countries. */
export const byLanguage = <T>(compute: (language: Language) => T): (() => T) => {
  const known = new Map<Language, T>();
  return () => {
    const found = known.get(language.value) ?? compute(language.value);
    known.set(language.value, found);
    return found;
  };
};
