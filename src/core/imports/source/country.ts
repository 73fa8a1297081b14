import { COUNTRIES, isCountry } from '#core/shared/address.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country that a cell has by its code, or by its name in one of several languages. */
export const countryOf = (cell: string): string | undefined => {
  const text = cell.trim();
  const code = text.toUpperCase();
  if (isCountry(code)) return code;
  codes ??= namedCodes();
  return codes.get(text.toLowerCase());
};

const namedCodes = (): ReadonlyMap<string, string> => {
  const named = new Map([
    ['uk', 'GB'],
    ['usa', 'US'],
  ]);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of COUNTRIES) named.set((names.of(code) ?? code).toLowerCase(), code);
  }
  return named;
};
