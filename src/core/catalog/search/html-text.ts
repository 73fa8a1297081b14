const TAG = /<[a-z/!?][^<>]*>/gi;

/** What is not shown. */
const HIDDEN = /<(style|script)\b[^<>]*>.*?(?:<\/\1\s*>|$)|<!--.*?(?:-->|$)/gis;

/** Letters with accents, which a search ignores: `&eacute;`. */
const ACCENTED = /&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash);/gi;

const LIGATURE = /&(ae|oe|sz)lig;/gi;

const NUMBER = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

/** Where a word may break. */
const WITHIN_WORD = /<wbr\s*\/?>|&shy;|&zwnj;|&ZeroWidthSpace;/gi;

const NAMED = /&[a-z][a-z0-9]{1,30};/gi;

const MAX_CODE_POINT = 0x10ffff;

const characterOf = (code: number): string => (code <= MAX_CODE_POINT ? String.fromCodePoint(code) : ' ');

/** The words of a text that may be HTML: tags, comments, styles and scripts are none. */
export const htmlText = (text: string): string => {
  if (!/[<&]/.test(text)) return text;
  return text
    .replace(HIDDEN, ' ')
    .replace(WITHIN_WORD, '')
    .replace(TAG, ' ')
    .replace(ACCENTED, '$1')
    .replace(LIGATURE, (_, letters: string) => (letters.toLowerCase() === 'sz' ? 'ss' : letters))
    .replace(NUMBER, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(NAMED, ' ');
};
