import type { Mail } from '#core/shared/mailer.ts';
import type { TokenPurpose } from './one-time-token.ts';
import type { User } from './user.ts';

/** The shop's pages that a mail leads to, where there are any: the token is added to their address as `token`. */
export type MailPages = Readonly<Record<TokenPurpose, string | undefined>>;

const WORDS: Readonly<Record<TokenPurpose, { subject: string; action: string; lasts: string }>> = {
  password_reset: { subject: 'Set a new password', action: 'set a new password', lasts: 'an hour' },
  email_verification: { subject: 'Confirm your e-mail address', action: 'confirm this address', lasts: 'a day' },
};

/** How long the tokens last that are mailed. */
export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  password_reset: 3_600_000,
  email_verification: 24 * 3_600_000,
};

/** The mail that brings somebody a token. */
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
    // no name: whoever may choose it could write to others in the shop's name
    'Hello,',
    how,
    `It works once, within ${lasts}. If you did not ask for it, there is nothing that you have to do.`,
  ];
  return { to: email, subject, text: `${text.join('\n\n')}\n` };
};

const linkOf = (page: string, token: string): string => `${page}${page.includes('?') ? '&' : '?'}token=${token}`;
