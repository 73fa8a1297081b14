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
