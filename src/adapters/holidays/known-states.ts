/** Codes of a country's states by their names and codes, in words that are spelled alike. */
export type KnownStates = ReadonlyMap<string, string>;

export const KnownStates = {
  /** Of the codes and names of states, in one object for each language. */
  of: (languages: readonly Readonly<Record<string, string>>[]): KnownStates => {
    const names = languages.flatMap((states) =>
      Object.entries(states).map(([code, name]) => [toWords(name), code] as const),
    );
    const codes = Object.keys(languages[0] ?? {}).map((code) => [toWords(code), code] as const);
    return new Map([...names, ...codes]);
  },

  /**
   * The code of the state that an address names: by its code with or without the country's, by its name, or by the
   * beginning or end of its name, such as `Bremen` of `Hansestadt Bremen`, if there is only one.
   */
  codeOf: (known: KnownStates, country: string, state: string): string | undefined => {
    const words = toWords(state);
    if (words === '') return;
    const exact = known.get(words) ?? known.get(withoutCountry(words, country));
    if (exact !== undefined) return exact;
    const longer = [...known].filter(([name]) => name.startsWith(`${words} `) || name.endsWith(` ${words}`));
    const codes = new Set(longer.map(([, code]) => code));
    return codes.size === 1 ? [...codes][0] : undefined;
  },
};

/** `DE-BY` as `by`. */
const withoutCountry = (words: string, country: string): string => {
  const prefix = `${country.toLowerCase()} `;
  return words.startsWith(prefix) ? words.slice(prefix.length) : words;
};

/** Letters without marks, and digits, in small letters. */
const toWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
