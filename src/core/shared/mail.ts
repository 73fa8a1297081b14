// Why: docs/decisions/0062-keys-of-emails.md

import { unicodeDomain } from './internationalized-domain.ts';

/** A mail to one person. */
export type Mail = Readonly<{
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML; omitted for plain text alone. */
  html?: string;
  attachments?: readonly Attachment[];
}>;

/** A file with a mail. */
export type Attachment = Readonly<{ filename: string; contentType: string; content: Uint8Array }>;

/** Sends mail. */
export interface Mailer {
  /**
   * Hands a mail over for delivery within 30 seconds.
   * @throws any Error on failure; the mail may be retried.
   */
  send(mail: Mail): Promise<void>;
}

/** What needs no folding beyond the case: ASCII without a label of an internationalized domain. */
const PLAIN = /^(?!.*xn--)[\x21-\x7e]*$/i;

/** Characters that are not seen, such as selectors of variants. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters whose capitals are the normal form. */
const CHEROKEE = /\p{Script=Cherokee}/u;

/** By the upper case, which letters such as both small sigmas share; that of a dotless i is of another letter. */
const foldCase = (character: string): string => {
  const upper = character === 'ı' ? character : character.toUpperCase();
  if (upper.length !== character.length) return character.toLowerCase();
  return CHEROKEE.test(upper) ? upper : upper.toLowerCase();
};

const fold = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(IGNORED, ''), foldCase)
    .join('')
    .normalize('NFKC')
    // separates labels, too
    .replaceAll('。', '.');

/** In domains, a final sigma and joiners tell names apart, by RFC 5892. */
const foldDomain = (text: string): string => text.replaceAll(/[^ς\u200c\u200d]+/gu, fold);

/**
 * What e-mails have in common whose mails go to one mailbox: it differs neither in case, nor in the form of characters, such
 * as `ⓔ` for `e`, nor in how an internationalized domain is written.
 */
export const emailKey = (email: string): string => {
  if (PLAIN.test(email)) return email.toLowerCase();
  const domainStart = email.lastIndexOf('@') + 1;
  if (domainStart === 0) return fold(email);
  return fold(email.slice(0, domainStart)) + unicodeDomain(foldDomain(email.slice(domainStart)), foldDomain);
};

/**
 * Whether nothing before the `@` is folded in the key but the case. Otherwise the holder of the key might not be who gets
 * the mails of the e-mail as it is written.
 */
export const hasPlainLocalPart = (email: string): boolean =>
  Array.from(email.slice(0, email.lastIndexOf('@'))).every(isPlain);

const isPlain = (character: string): boolean =>
  character !== '。' && character.normalize('NFKC').replace(IGNORED, '') === character;

/** What e-mails have in common that differ in nothing but the case of ASCII letters. */
export const spellingOf = (email: string): string =>
  email.normalize('NFC').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether e-mails differ in nothing but the case of ASCII letters, which no mail server tells apart. */
export const isSameSpelling = (one: string, other: string): boolean => spellingOf(one) === spellingOf(other);
