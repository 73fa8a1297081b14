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
}>;

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

/** By the upper case, which letters such as both small sigmas share; that of a dotless i is of another letter. */
const foldCase = (character: string): string => {
  const upper = character === 'ı' ? character : character.toUpperCase();
  return (upper.length === character.length ? upper : character).toLowerCase();
};

const fold = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(IGNORED, ''), foldCase)
    .join('')
    .normalize('NFKC')
    // separates labels, too
    .replaceAll('。', '.');

/**
 * What e-mails have in common whose mails go to one mailbox: it differs neither in case, nor in the form of characters, such
 * as `ⓔ` for `e`, nor in how an internationalized domain is written.
 */
export const emailKey = (email: string): string => {
  if (PLAIN.test(email)) return email.toLowerCase();
  const domainStart = email.lastIndexOf('@') + 1;
  const domain = fold(email.slice(domainStart));
  return fold(email.slice(0, domainStart)) + (domainStart === 0 ? domain : fold(unicodeDomain(domain)));
};
