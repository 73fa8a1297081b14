/** Digits in one piece, or in groups as they stand on cards; a group of the one may be of the next too. */
const CANDIDATES =
  /(?<!\d)(?=(\d{13,19}|\d{4}([ -])\d{4}\2\d{4}\2\d{1,7}|\d{4}([ -])\d{4}\3\d{4}\3\d{4}\3\d{1,3}|\d{4}([ -])\d{6}\4\d{4,5})(?!\d))/g;

const FIRST_LOOK = /\d{4}/;

/** Whether a text holds what may be a card's number: 13 to 19 digits whose last one checks the others (Luhn). */
export const hasCardNumber = (text: string): boolean => {
  // digits of other scripts are digits too
  const plain = text.normalize('NFKC');
  if (!FIRST_LOOK.test(plain)) return false;
  for (const [, candidate = ''] of plain.matchAll(CANDIDATES)) if (isChecked(candidate.replace(/\D/g, ''))) return true;
  return false;
};

const isChecked = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place));
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
};
