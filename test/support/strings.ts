/** Supplementary, right-to-left, combining, quoting, escaping and white-space characters. */
export const TEXT = '𝒜👩🏽‍🚀 "\\\'/ $1 %s {} שלום e\u0301 \t\n\u{10FFFF}\uFFFF ';

/** A number of characters of a repeated text. */
export const cut = (text: string, length: number): string => [...text.repeat(length)].slice(0, length).join('');

/** Entries with keys and values of the maximum length. */
export const longStringMap = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [cut(`${index} ${TEXT}`, 40), cut(TEXT, 500)]));
