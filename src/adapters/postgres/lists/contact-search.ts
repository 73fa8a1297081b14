import { contactQueryOf } from '#core/shared/contact-words.ts';
import { lexeme } from '../statements/lexeme.ts';

/** Words as a `tsvector`, in any order. */
export const contactVector = (words: ReadonlySet<string>): string => [...words].map(lexeme).join(' ');

/** What no contact has: a `tsquery` needs a word. */
const NOTHING = lexeme('=');

/** The text of a `tsquery`. */
export const contactQueryText = (text: string): string => {
  const { phone, words } = contactQueryOf(text);
  const all = words.map(({ word, isPrefix }) => lexeme(word) + (isPrefix ? ':*' : '')).join('&');
  const alternatives = [all === '' ? NOTHING : `(${all})`, ...(phone === null ? [] : [lexeme(phone)])];
  return alternatives.join('|');
};
