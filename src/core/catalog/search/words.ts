import { fold } from '#core/shared/fold.ts';

/** A price or a size such as `1.5` or `1,5`, which is one word. */
const DECIMAL = String.raw`\d+[.,]\d{1,2}(?!\d|[.,]\d)`;

/** Letters, digits and marks of scripts that write no spaces between words, and those of all others. */
const RUNS = (() => {
  const character = String.raw`[\p{L}\p{N}\p{M}]`;
  const spaceless = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(
    (script) => String.raw`\p{scx=${script}}`,
  );
  const unspaced = `[[${spaceless.join('')}]&&${character}]`;
  return {
    all: new RegExp(`(?<unspaced>${unspaced}+)|(?:${DECIMAL}|[${character}--${unspaced}])+`, 'gv'),
    unspaced: new RegExp(`^${unspaced}`, 'v'),
  };
})();

const HAS_DIGIT = /\d/;

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** What keyboards have for an apostrophe. */
const APOSTROPHES = /[`´‘’‛ʼ′]/g;

/** Where a word may be hyphenated, or a line may break. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** The ending of English possessives, so that `men` finds `men’s`. */
const POSSESSIVE = /(?<=\p{L})'s(?!\p{L})/giu;

/** Longer words are cut, in queries too. */
const MAX_WORD_LENGTH = 40;

/** Whether a word is of a script that writes no spaces. */
export const isUnspaced = (word: string): boolean => RUNS.unspaced.test(word);

/** Letters and digits without a gap, folded, and what stands between them and the next ones. */
type Run = Readonly<{ text: string; isUnspaced: boolean; gap: string }>;

const runsOf = (text: string): Run[] => {
  const folded = fold(text.replace(INVISIBLE, '').replace(APOSTROPHES, "'").replace(POSSESSIVE, ''));
  const found = [...folded.matchAll(RUNS.all)].filter(([run]) => HAS_LETTER_OR_DIGIT.test(run));
  return found.map(({ 0: run, index, groups }, at) => ({
    text: run.replaceAll(',', '.'),
    isUnspaced: groups?.['unspaced'] !== undefined,
    gap: folded.slice(index + run.length, found[at + 1]?.index),
  }));
};

/** A word of a text with its position: words at one position are ways to write the same. */
export type PlacedWord = Readonly<{ word: string; at: number }>;

/**
 * The words of a text, folded, in order. A run of a script without spaces gives its pairs of characters, and its last
 * character alone, so that every character begins one. Letters and digits without a gap are also words of their own, and
 * what a hyphen or another sign separates is also one word: `Wi-Fi`, `100 ml` and `iPhone15` have the words `wifi`, `100ml`
 * and `iphone`.
 */
export const wordsOf = (text: string): PlacedWord[] => {
  const runs = runsOf(text);
  const words: PlacedWord[] = [];
  let at = 0;
  for (const [index, run] of runs.entries()) {
    const own = run.isUnspaced ? pairsOf([...run.text]) : [cut(run.text)];
    const [first = ''] = own;
    const others = run.isUnspaced ? [] : [...partsOf(run.text), ...measuresOf(run.text), ...joinedRuns(runs, index)];
    words.push({ word: first, at }, ...others.map((word) => ({ word, at })));
    for (const [offset, word] of own.slice(1).entries()) words.push({ word, at: at + offset + 1 });
    at += own.length;
  }
  return words;
};

/** Letters and digits of a run that has both: `iphone15` is `iphone` and `15`. */
export const partsOf = (run: string): string[] => {
  if (!HAS_DIGIT.test(run)) return [];
  const parts = run.match(/[\d.]+|[^\d.]+/g) ?? [];
  return parts.length > 1 ? parts.map(cut) : [];
};

/** Numbers with their units in a longer run: `330ml` of `6x330ml`. */
const measuresOf = (run: string): string[] => {
  const parts = partsOf(run);
  return parts.length < 3
    ? []
    : parts.flatMap((part, at) => (/\d/.test(part) && at + 1 < parts.length ? [cut(part + parts[at + 1])] : []));
};

/** A run together with the next one or two, where these may be written as one word. */
const joinedRuns = (runs: readonly Run[], index: number): string[] => {
  const [one, two, three] = runs.slice(index, index + 3);
  if (one === undefined || two === undefined) return [];
  const pair = one.text + two.text;
  const all = three === undefined ? '' : pair + three.text;
  if (three !== undefined && areDimensions(one, two, three)) return [all];
  if (!areJoined(one, two)) return [];
  const words = three !== undefined && areJoined(two, three) ? [pair, all] : [pair];
  return words.filter((word) => word.length <= MAX_WORD_LENGTH);
};

/** Whether two runs may also be written without a gap: around a sign, and after a letter, as `t shirt`. */
const areJoined = ({ text, isUnspaced, gap }: Run, next: Run): boolean => {
  if (isUnspaced || next.isUnspaced || gap.length > 1) return false;
  return !/\s/.test(gap) || ([text, next.text].every((each) => !HAS_DIGIT.test(each)) && [...text].length === 1);
};

/** Whether runs are two numbers with an x in between, with or without blanks. */
const areDimensions = (one: Run, { text, gap }: Run, three: Run): boolean =>
  text === 'x' && one.gap.length + gap.length <= 2 && /\d$/.test(one.text) && /^\d/.test(three.text);

/** Words in this order, one after the other. */
export type Phrase = readonly string[];

/** Signs within one word of a query: `wi-fi`, `ket_tle`, `rock'n'roll`. */
const WITHIN_WORD = /^[-‐‑_.'&]$/;

/**
 * The words of a query, in order, each as a phrase: of what its signs separate, or of the pairs of characters of a script
 * without spaces.
 */
export const queryPhrasesOf = (q: string): Phrase[] => {
  const phrases: string[][] = [];
  let isContinued = false;
  for (const { text, isUnspaced, gap } of runsOf(q)) {
    const words = isUnspaced ? runPairsOf([...text]) : [cut(text)];
    if (isContinued && !isUnspaced) phrases.at(-1)?.push(...words);
    else phrases.push(words);
    isContinued = WITHIN_WORD.test(gap) && !isUnspaced;
  }
  return phrases;
};

/** The pairs of a longer run that are looked for: as many identify it, also where one character is repeated. */
const MAX_PAIRS = 8;

/** Without the last character of a longer run, which need not end there. */
const runPairsOf = (characters: readonly string[]): string[] =>
  characters.length === 1 ? [...characters] : pairsOf(characters).slice(0, -1).slice(0, MAX_PAIRS);

/** Global trade item numbers are written with and without leading zeros. */
const LEADING_ZEROS = /^0+(?=\d{7,13}$)/;

/** A code such as a sku or a barcode as one word, without its separators. */
export const codeOf = (text: string): string => {
  const code = runsOf(text)
    .map((run) => run.text.replaceAll('.', ''))
    .join('');
  return cut(code.replace(LEADING_ZEROS, ''));
};

const pairsOf = (characters: readonly string[]): string[] =>
  characters.map((character, index) => character + (characters[index + 1] ?? ''));

const cut = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('');
