import type { Address } from './address.ts';
import { fold } from './fold.ts';

/** Who somebody is, and where they are reached. */
export type Contact = Partial<Pick<Address, 'name' | 'company' | 'postal_code' | 'phone'>>;

const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;

/** The last digits identify a phone number, whether it is written with the code of its country or without. */
const PHONE_DIGITS = 8;

/** Fewer are no phone number. */
const MIN_PHONE_DIGITS = 5;

const PHONE = /^[+(\d][\d\s()./-]*$/;

/** Longer words are cut. */
const MAX_WORD_LENGTH = 40;

/** The limit of words of a text that are looked for. */
const MAX_WORDS = 8;

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''));

/** A phone number as a word that no name has. */
const phoneWordsOf = (text: string): string[] => {
  const digits = text.replace(/\D/g, '');
  return digits.length < MIN_PHONE_DIGITS ? [] : [`+${digits.slice(-PHONE_DIGITS)}`];
};

/** What somebody is found by: the words of names and companies, postal codes with and without blanks, and phone numbers. */
export const contactWordsOf = (contacts: readonly (Contact | null)[]): ReadonlySet<string> =>
  new Set(
    contacts.flatMap((contact) => {
      const postalCode = wordsOf(contact?.postal_code ?? '');
      return [
        ...wordsOf(contact?.name ?? ''),
        ...wordsOf(contact?.company ?? ''),
        ...postalCode,
        ...(postalCode.length > 1 ? [postalCode.join('')] : []),
        ...phoneWordsOf(contact?.phone ?? ''),
      ];
    }),
  );

/** What a text asks for: a phone number, or all of some words, of which some may be the beginning of one. */
export type ContactQuery = Readonly<{
  phone: string | null;
  words: readonly Readonly<{ word: string; isPrefix: boolean }>[];
}>;

const STARTS_WITH_DIGIT = /^\p{N}/u;

export const contactQueryOf = (text: string): ContactQuery => {
  const found = wordsOf(text).slice(0, MAX_WORDS);
  // a letter alone is an initial of very many
  const words = found.some((word) => word.length > 1) ? found : [];
  const [phone = null] = PHONE.test(text.trim()) ? phoneWordsOf(text) : [];
  const isPrefix = (word: string): boolean => word.length > 1 && !STARTS_WITH_DIGIT.test(word);
  return { phone, words: words.map((word) => ({ word, isPrefix: isPrefix(word) })) };
};

export const matchesContact = (known: ReadonlySet<string>, { phone, words }: ContactQuery): boolean => {
  if (phone !== null && known.has(phone)) return true;
  const hasWord = ({ word, isPrefix }: ContactQuery['words'][number]): boolean =>
    known.has(word) || (isPrefix && [...known].some((each) => each.startsWith(word)));
  return words.length > 0 && words.every(hasWord);
};
