import type { Mail } from '#core/shared/mailer.ts';
import type { TokenPurpose } from './one-time-token.ts';
import type { User } from './user.ts';

/** The shop's pages that mails link to, if any; the token is appended as the query parameter `token`. */
export type MailPages = Readonly<Record<TokenPurpose, string | undefined>>;

const WORDS: Readonly<Record<TokenPurpose, { subject: string; action: string; lasts: string }>> = {
  password_reset: { subject: 'Set a new password', action: 'set a new password', lasts: 'an hour' },
  email_verification: { subject: 'Confirm your e-mail address', action: 'confirm this address', lasts: 'a day' },
};

/** The validity of mailed tokens. */
export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  password_reset: 3_600_000,
  email_verification: 24 * 3_600_000,
};

/** The mail that contains a token. */
export const tokenMail = (
  { email }: Pick<User, 'email'>,
  { purpose, token, pages }: Readonly<{ purpose: TokenPurpose; token: string; pages: MailPages }>,
): Mail => {
  const { subject, action, lasts } = WORDS[purpose];
  const page = pages[purpose];
  const how =
    page === undefined
      ? `To ${action}, use this code:\n\n${token}`
      : `To ${action}, open this page:\n\n${linkOf(page, token)}`;
  const text = [
    // without the name, which others could choose to write mails in the shop's name
    'Hello,',
    how,
    `It works once, within ${lasts}. If you did not request it, ignore this mail.`,
  ];
  return { to: email, subject, text: `${text.join('\n\n')}\n` };
};

const linkOf = (page: string, token: string): string => `${page}${page.includes('?') ? '&' : '?'}token=${token}`;
