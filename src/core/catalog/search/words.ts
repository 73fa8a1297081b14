/** Accents and other signs above and below letters, but not the Japanese marks that make another syllable. */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

/** Letters that Unicode does not decompose, as they are typed without a keyboard that has them. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ς: 'σ',
};

const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

const ASCII = /^\p{ASCII}*$/u;

/** A text without differences of case, accents and width: `Äpfel`, `ΆΣΟΣ`, `Straße` become `apfel`, `ασοσ`, `strasse`. */
export const fold = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(ACCENTS, '');
  // upper case first: it writes ß as SS and ı as I
  const lower = plain.toUpperCase().toLowerCase();
  return lower.replace(SPECIAL, (letter) => PLAIN[letter] ?? letter).normalize('NFC');
};

/** Letters, digits and marks of scripts that write no spaces between words, and those of all others. */
const RUNS = (() => {
  const character = String.raw`[\p{L}\p{N}\p{M}]`;
  const spaceless = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map(
    (script) => String.raw`\p{scx=${script}}`,
  );
  const unspaced = `[[${spaceless.join('')}]&&${character}]`;
  return {
    all: new RegExp(`${unspaced}+|[${character}--${unspaced}]+`, 'gv'),
    unspaced: new RegExp(`^${unspaced}`, 'v'),
  };
})();

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The ending of English possessives, so that `men` finds `men’s`. */
const POSSESSIVE = /(?<=\p{L})['’]s(?!\p{L})/giu;

/** Longer words are cut, in queries too. */
const MAX_WORD_LENGTH = 40;

/** Whether a word is of a script that writes no spaces. */
export const isUnspaced = (word: string): boolean => RUNS.unspaced.test(word);

/**
 * The words of a text, folded, in order. A run of a script without spaces gives its pairs of characters, and its last
 * character alone, so that every character begins one.
 */
export const wordsOf = (text: string): string[] =>
  runsOf(text).flatMap((run) => (isUnspaced(run) ? pairsOf([...run]) : [cut(run)]));

/** The words of a query: as `wordsOf`, but a longer run without its last character, which need not end there. */
export const queryWordsOf = (q: string): string[] =>
  runsOf(q).flatMap((run) => {
    if (!isUnspaced(run)) return [cut(run)];
    const characters = [...run];
    return characters.length === 1 ? characters : pairsOf(characters).slice(0, -1);
  });

/** A code such as a sku as one word, without its separators. */
export const codeOf = (text: string): string => cut(runsOf(text).join(''));

const runsOf = (text: string): string[] =>
  (fold(text.replace(POSSESSIVE, '')).match(RUNS.all) ?? []).filter((run) => HAS_LETTER_OR_DIGIT.test(run));

const pairsOf = (characters: readonly string[]): string[] =>
  characters.map((character, index) => character + (characters[index + 1] ?? ''));

const cut = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join('');
