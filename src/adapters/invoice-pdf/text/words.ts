/** A part of a text between two places where a line may break, from a code unit to another, or white space. */
export type Word = Readonly<{ start: number; end: number; isSpace: boolean }>;

/** Latin text with spaces, hyphens and slashes breaks in the same places everywhere. */
const SIMPLE = /^[\u0020-\u024f\u2010-\u2027\u20ac\ufffd]*$/u;

const SIMPLE_WORD = / +|[^ ]+?(?:(?<=\p{L})[-/\u2010-\u2014](?=\p{L})|(?= |$))/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u3000-\u303f\uff00-\uffef]/u;

/** Never at the start of a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ々〻゛゜]/u;

/** Never at the end of a line. */
const OPENING = /[\p{Ps}\p{Pi}\p{Sc}]$/u;

export const isSimple = (text: string): boolean => SIMPLE.test(text);

/** The words of a line of text, in its order. Spaces are words of their own. */
export const wordsOf = (text: string): Word[] => (isSimple(text) ? simpleWords(text) : segmentedWords(text));

const simpleWords = (text: string): Word[] =>
  Array.from(text.matchAll(SIMPLE_WORD), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    isSpace: word.startsWith(' '),
  }));

const segmentedWords = (text: string): Word[] => {
  const words: Word[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length;
    const last = words.at(-1);
    const isSpace = /^ +$/u.test(segment);
    const isJoined =
      last !== undefined && isSpace === last.isSpace && !mayBreak(text.slice(last.start, index), segment);
    if (isJoined) words[words.length - 1] = { ...last, end };
    else words.push({ start: index, end, isSpace });
  }
  return words;
};

const mayBreak = (before: string, after: string): boolean => {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return /[-/\u2010-\u2014]$/u.test(before) || UNSPACED.test(before.slice(-2)) || UNSPACED.test(after);
};
