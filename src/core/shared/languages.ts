/** The languages whose words the search knows, by their ISO 639-1 codes. */
export const LANGUAGES = [
  ...(['da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'hu'] as const),
  ...(['it', 'nl', 'no', 'pt', 'ro', 'ru', 'sv', 'tr'] as const),
] as const;

export type LanguageCode = (typeof LANGUAGES)[number];

/** Languages that write a thing and what it is for as one word, whose end says what it is: `Damenhose`. */
export const COMPOUNDING: readonly LanguageCode[] = ['da', 'de', 'nl', 'no', 'sv'];

/** What the search knows of a language. Words are folded. */
export type Language = Readonly<{
  /** What the forms of a word have in common: `dress` of `dresses`. */
  stem: (word: string) => string;
  /** Words that say nothing about a product: `for`. */
  stopWords: ReadonlySet<string>;
}>;

export type Languages = Readonly<Record<LanguageCode, Language>>;

/** How the shop's customers search. */
export type SearchRules = Readonly<{
  /** Changes with the rules. */
  version: number;
  languages: readonly LanguageCode[];
  /** Groups of words or phrases that mean the same. */
  synonyms: readonly (readonly string[])[];
}>;

/** The rules of a shop that sets none. */
export const DEFAULT_SEARCH_RULES: SearchRules = { version: 0, languages: ['en', 'de'], synonyms: [] };
