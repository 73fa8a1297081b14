/** Beyond the basic plane, right to left, combining, quoting and escaping, of white space alone. */
export const TEXT = '𝒜👩🏽‍🚀 "\\\'/ $1 %s {} שלום e\u0301 \t\n\u{10FFFF}\uFFFF ';

/** So many characters of a text that is repeated as often as it takes. */
export const cut = (text: string, length: number): string => [...text.repeat(length)].slice(0, length).join('');

/** Pairs with keys and values as long as they may be. */
export const longStringMap = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [cut(`${place} ${TEXT}`, 40), cut(TEXT, 500)]));
